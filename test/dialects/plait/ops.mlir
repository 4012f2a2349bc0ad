// RUN: plait-opt %s | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s
// Tests that every op of the plait dialect reads what it prints, pretty and generic.

// CHECK: plait.mesh @mesh = <"data"=4, "model"=2>
plait.mesh @mesh = <"data"=4, "model"=2>

// CHECK-LABEL: func @constraint
func.func @constraint(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  // CHECK: plait.constraint %{{.*}} <@mesh, [{"data"}, {?}]> : tensor<8x6xf32>
  %0 = plait.constraint %x <@mesh, [{"data"}, {?}]> : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// CHECK-LABEL: func @reshard
func.func @reshard(%x: tensor<8x6xf32, #plait.sharding<@mesh, [{"data"}, {}]>>)
    -> tensor<8x6xf32, #plait.sharding<@mesh, [{}, {"model"}]>> {
  // CHECK: plait.reshard %{{.*}} : tensor<8x6xf32, #plait.sharding<@mesh, [{"data"}, {}]>> -> tensor<8x6xf32, #plait.sharding<@mesh, [{}, {"model"}]>>
  %0 = plait.reshard %x : tensor<8x6xf32, #plait.sharding<@mesh, [{"data"}, {}]>>
    -> tensor<8x6xf32, #plait.sharding<@mesh, [{}, {"model"}]>>
  return %0 : tensor<8x6xf32, #plait.sharding<@mesh, [{}, {"model"}]>>
}

// CHECK-LABEL: func @group_and_barrier
func.func @group_and_barrier(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  // CHECK: plait.group %{{.*}} id 3 : tensor<8x6xf32>
  plait.group %x id 3 : tensor<8x6xf32>
  // CHECK: plait.barrier %{{.*}} allow "forward" : tensor<8x6xf32>
  %0 = plait.barrier %x allow "forward" : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// CHECK-LABEL: func @manual
func.func @manual(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  // CHECK: plait.manual(%{{.*}}) in [<@mesh, [{"data"}, {}]>] out [<@mesh, [{"data"}, {}]>] over @mesh["data"] : (tensor<8x6xf32>) -> tensor<8x6xf32> {
  // CHECK: plait.yield %{{.*}} : tensor<2x6xf32>
  %0 = plait.manual(%x) in [<@mesh, [{"data"}, {}]>] out [<@mesh, [{"data"}, {}]>] over @mesh["data"]
    : (tensor<8x6xf32>) -> tensor<8x6xf32> {
  ^bb0(%local: tensor<2x6xf32>):
    plait.yield %local : tensor<2x6xf32>
  }
  return %0 : tensor<8x6xf32>
}

// CHECK-LABEL: func @kernel
func.func @kernel(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  // CHECK: plait.kernel "copy" flops 1 bytes 384 predicted_ns 5 -> (tensor<8x6xf32>) {
  %0 = plait.kernel "copy" flops 1 bytes 384 predicted_ns 5 -> (tensor<8x6xf32>) {
    plait.yield %x : tensor<8x6xf32>
  }
  return %0 : tensor<8x6xf32>
}
