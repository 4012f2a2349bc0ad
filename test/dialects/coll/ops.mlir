// RUN: plait-opt %s | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s
// Tests that every collective reads what it prints, on tensors and on buffers.

plait.mesh @mesh = <"data"=4, "model"=2>

// CHECK-LABEL: func @blocking
func.func @blocking(%x: tensor<16x8xf32>, %i: index) {
  // CHECK: coll.all_reduce %{{.*}} sum over @mesh["data"] site <0 partition "gradient"> : (tensor<16x8xf32>) -> tensor<16x8xf32>
  %0 = coll.all_reduce %x sum over @mesh["data"] site <0 partition "gradient"> : (tensor<16x8xf32>) -> tensor<16x8xf32>
  // CHECK: coll.all_gather %{{.*}} dim 1 over @mesh["model"] site <1 partition "why"> : (tensor<16x8xf32>) -> tensor<16x16xf32>
  %1 = coll.all_gather %x dim 1 over @mesh["model"] site <1 partition "why"> : (tensor<16x8xf32>) -> tensor<16x16xf32>
  // CHECK: coll.reduce_scatter %{{.*}} max dim 0 over @mesh["data"] site <2 place "why"> : (tensor<16x8xf32>) -> tensor<4x8xf32>
  %2 = coll.reduce_scatter %x max dim 0 over @mesh["data"] site <2 place "why"> : (tensor<16x8xf32>) -> tensor<4x8xf32>
  // CHECK: coll.all_to_all %{{.*}} split 0 concat 1 over @mesh["data", "model"] site <3 user "why"> : (tensor<16x8xf32>) -> tensor<2x64xf32>
  %3 = coll.all_to_all %x split 0 concat 1 over @mesh["data", "model"] site <3 user "why"> : (tensor<16x8xf32>) -> tensor<2x64xf32>
  // CHECK: coll.permute %{{.*}} from @mesh["data", "model"] to @mesh["model", "data"] over @mesh["data", "model"] site <4 partition "why"> : (tensor<16x8xf32>) -> tensor<16x8xf32>
  %4 = coll.permute %x from @mesh["data", "model"] to @mesh["model", "data"] over @mesh["data", "model"] site <4 partition "why"> : (tensor<16x8xf32>) -> tensor<16x8xf32>
  // CHECK: coll.permute %{{.*}} from @mesh["data"] to @mesh["data"] sources [3, 0, 1, -1] over @mesh["data"] site <8 user "ring"> : (tensor<16x8xf32>) -> tensor<16x8xf32>
  %ring = coll.permute %x from @mesh["data"] to @mesh["data"] sources [3, 0, 1, -1] over @mesh["data"] site <8 user "ring"> : (tensor<16x8xf32>) -> tensor<16x8xf32>
  // CHECK: coll.broadcast %{{.*}} root %{{.*}} over @mesh["data":(1)2] site <5 partition "why"> : (tensor<16x8xf32>, index) -> tensor<16x8xf32>
  %5 = coll.broadcast %x root %i over @mesh["data":(1)2] site <5 partition "why"> : (tensor<16x8xf32>, index) -> tensor<16x8xf32>
  // CHECK: coll.axis_index over @mesh["data"] : index
  %6 = coll.axis_index over @mesh["data"] : index
  return
}

// CHECK-LABEL: func @in_flight
func.func @in_flight(%x: tensor<16x8xf32>, %d: tensor<16x8xf32>, %i: index) -> tensor<16x8xf32> {
  // CHECK: %[[H:.*]] = coll.all_reduce_start %[[X:.*]] into %[[D:.*]] sum over @mesh["data"] site <0 overlap "why"> : (tensor<16x8xf32>, tensor<16x8xf32>) -> !coll.request
  %h = coll.all_reduce_start %x into %d sum over @mesh["data"] site <0 overlap "why"> : (tensor<16x8xf32>, tensor<16x8xf32>) -> !coll.request
  // CHECK: coll.wait %[[H]], %[[X]], %[[D]] : (!coll.request, tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  %r = coll.wait %h, %x, %d : (!coll.request, tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

// CHECK-LABEL: func @buffers
func.func @buffers(%x: memref<16x8xf32>, %d: memref<4x8xf32>, %e: memref<64x8xf32>) {
  // CHECK: coll.reduce_scatter %{{.*}} into %{{.*}} sum dim 0 over @mesh["data"] site <0 partition "why"> : (memref<16x8xf32>, memref<4x8xf32>) -> ()
  coll.reduce_scatter %x into %d sum dim 0 over @mesh["data"] site <0 partition "why"> : (memref<16x8xf32>, memref<4x8xf32>) -> ()
  // CHECK: %[[H:.*]] = coll.all_gather_start %{{.*}} into %{{.*}} dim 0 over @mesh["data"] site <1 partition "why"> : (memref<16x8xf32>, memref<64x8xf32>) -> !coll.request
  %h = coll.all_gather_start %x into %e dim 0 over @mesh["data"] site <1 partition "why"> : (memref<16x8xf32>, memref<64x8xf32>) -> !coll.request
  // CHECK: coll.wait %[[H]], %{{.*}}, %{{.*}} : (!coll.request, memref<16x8xf32>, memref<64x8xf32>) -> ()
  coll.wait %h, %x, %e : (!coll.request, memref<16x8xf32>, memref<64x8xf32>) -> ()
  return
}
