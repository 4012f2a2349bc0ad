// RUN: plait-opt %s --plait-propagate -verify-diagnostics | FileCheck %s
// Tests that shardings pass foreign code by its loops, both ways, and that none passes without them.
plait.mesh @mesh = <"x"=2, "y"=2>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK-SAME: %arg1: tensor<4x6xf32, #plait.sharding<@mesh, [{}, {"y"}]>>
func.func @main(%x: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}, %y: tensor<4x6xf32>)
    -> (tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{?}, {"y"}]>}, tensor<8x6xf32>) {
  // CHECK: %[[P:.*]] = linalgx.foreign_call "product"{{.*}} -> tensor<8x6xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
  %p = linalgx.foreign_call "product"(%x, %y) loops <operands = [[0, 2], [2, 1]], results = [[0, 1]], summed = [2]>
    : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  // CHECK: %[[W:.*]] = plait.reshard %[[P]] : {{.*}} -> tensor<8x6xf32, #plait.sharding<@mesh, [{}, {}]>>
  // CHECK: linalgx.foreign_call "unruled"(%[[W]]){{.*}} -> tensor<8x6xf32, #plait.sharding<@mesh, [{}, {}]>>
  // expected-warning@+1 {{'linalgx.foreign_call' op has no sharding rule: its tensors are whole on every device, and no sharding passes it}}
  %r = linalgx.foreign_call "unruled"(%p) : (tensor<8x6xf32>) -> tensor<8x6xf32>
  return %p, %r : tensor<8x6xf32>, tensor<8x6xf32>
}
