// RUN: plait-opt %s --plait-lower-entry -split-input-file | FileCheck %s
// Tests the step function, its buffers, the runtime's calls and the tables.
plait.mesh @mesh = <"data"=2, "model"=2>
// CHECK-DAG: llvm.func @plait_all_reduce(!llvm.ptr, i32, i64, i32, i32, !llvm.ptr, !llvm.ptr, i64) -> i32
// CHECK-DAG: llvm.func @plait_all_gather(!llvm.ptr, i32, i64, i32, !llvm.ptr, !llvm.ptr, i64, i64) -> i32
// CHECK-DAG: llvm.func @plait_axis_index(!llvm.ptr, i32) -> i64
// CHECK-NOT: cpu.interface
// CHECK-NOT: plait.mesh
cpu.interface arguments [{name = "x", local = tensor<4x2xf32>, global = tensor<8x2xf32>, sharding = #plait.sharding<@mesh, [{"data"}, {}]>}]
              results [{name = "y", local = tensor<4x2xf32>, global = tensor<4x2xf32>}, {name = "z", local = tensor<4x4xf32>, global = tensor<4x4xf32>}]
// CHECK-LABEL: llvm.func internal @plait_step_0(
// CHECK-SAME: %[[CONTEXT:[a-z0-9]+]]: !llvm.ptr, %[[BUFFERS:[a-z0-9]+]]: !llvm.ptr) -> i32
func.func @main(%x: memref<4x2xf32>, %y: memref<4x2xf32>, %z: memref<4x4xf32>, %arena: memref<64xi8>) {
  // CHECK: llvm.getelementptr %[[BUFFERS]][1]
  // CHECK: llvm.getelementptr %[[BUFFERS]][3]
  // Group 0, site 7, f32, sum, 8 elements.
  // CHECK: %[[S:.*]] = llvm.call @plait_all_reduce(%[[CONTEXT]],
  // CHECK: cpu.check %[[S]]
  coll.all_reduce %x into %y sum over @mesh["data"] site <7 partition "why"> : (memref<4x2xf32>, memref<4x2xf32>) -> ()
  // CHECK: llvm.call @plait_all_gather(%[[CONTEXT]],
  // CHECK: cpu.check
  coll.all_gather %y into %z dim 1 over @mesh["model"] site <8 partition "why"> : (memref<4x2xf32>, memref<4x4xf32>) -> ()
  // CHECK: llvm.call @plait_axis_index(%[[CONTEXT]],
  %i = coll.axis_index over @mesh["data"] : index
  // CHECK: llvm.return
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%i, %c0] : memref<4x2xf32>
  memref.store %v, %y[%i, %c0] : memref<4x2xf32>
  return
}
// Two groups, each of one axis; the first is used twice.
// CHECK: llvm.mlir.global internal constant @plait_axes_0() {{.*}} : !llvm.array<1 x struct<(i32, i32, i64, i64)>>
// CHECK: llvm.mlir.global internal constant @plait_axes_1()
// CHECK-NOT: @plait_axes_2
// CHECK: llvm.mlir.global internal constant @plait_groups() {{.*}} : !llvm.array<2 x struct<(i32, i32, ptr)>>
// CHECK: llvm.mlir.global internal constant @plait_program_0()
// CHECK: llvm.mlir.addressof @plait_step_0
// CHECK: llvm.mlir.global external constant @plait_module_table()

// -----
// A flight: the request goes through one slot on the stack.
plait.mesh @mesh = <"x"=4>
cpu.interface arguments [] results []
// CHECK-LABEL: llvm.func internal @plait_step_0(
func.func @main(%arena: memref<128xi8>) {
  // CHECK: %[[SLOT:.*]] = llvm.alloca %{{.*}} x i64
  // CHECK: llvm.call @plait_collective_permute_start({{.*}}, %[[SLOT]])
  // CHECK: %[[REQUEST:.*]] = llvm.load %[[SLOT]] : !llvm.ptr -> i64
  // CHECK: %[[STATUS:.*]] = llvm.call @plait_wait(%{{.*}}, %[[REQUEST]])
  // CHECK: cpu.check %[[STATUS]]
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<4xf32>
  %b = memref.view %arena[%c64][] : memref<128xi8> to memref<4xf32>
  %h = coll.permute_start %a into %b from @mesh["x"] to @mesh["x"] over @mesh["x"] site <0 user "turn"> : (memref<4xf32>, memref<4xf32>) -> !coll.request
  coll.wait %h, %a, %b : (!coll.request, memref<4xf32>, memref<4xf32>) -> ()
  return
}
// CHECK: llvm.mlir.global internal constant @plait_numbers_{{.*}}(dense<[0, 1, 2, 3]> : tensor<4xi64>)

// -----
// Equal products share a wrapper.
cpu.interface arguments [{name = "a", local = tensor<8x4xf32>, global = tensor<8x4xf32>}] results []
// CHECK-LABEL: llvm.func internal @plait_step_0(
func.func @main(%a: memref<8x4xf32>, %arena: memref<512xi8>) {
  // CHECK: llvm.call @[[WRAPPER:plait_gemm_8x4x4_[0-9a-f]+]](
  // CHECK: cpu.check
  // CHECK: llvm.call @[[WRAPPER]](
  // CHECK: llvm.call @plait_gemm_8x4x4_{{.*}}(
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %b = memref.view %arena[%c0][] : memref<512xi8> to memref<4x4xf32>
  %c = memref.view %arena[%c128][] : memref<512xi8> to memref<8x4xf32>
  cpu.gemm %a, %b, %c sizes [1, 8, 4, 4] strides [0, 4, 1], [0, 4, 1], [0, 4, 1] : memref<8x4xf32>, memref<4x4xf32>, memref<8x4xf32>
  cpu.gemm %c, %b, %a sizes [1, 8, 4, 4] strides [0, 4, 1], [0, 4, 1], [0, 4, 1] : memref<8x4xf32>, memref<4x4xf32>, memref<8x4xf32>
  cpu.gemm %c, %b, %a accumulate sizes [1, 8, 4, 4] strides [0, 4, 1], [0, 4, 1], [0, 4, 1] : memref<8x4xf32>, memref<4x4xf32>, memref<8x4xf32>
  return
}
// CHECK: llvm.func internal @[[WRAPPER]](
// CHECK: llvm.call @plait_gemm(
