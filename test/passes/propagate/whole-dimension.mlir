// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests a sort along a split dimension: the result lies like the operand there too, and other dimensions pass.
plait.mesh @mesh = <"x"=2, "y"=2>

// CHECK-LABEL: func.func @sort
// CHECK: linalgx.sort{{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: linalg.exp {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: return {{.*}} : tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
func.func @sort(%a: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x4xf32> {
  %r = linalgx.sort(%a) dim 0 : (tensor<8x4xf32>) -> tensor<8x4xf32> {
  ^bb0(%p: f32, %q: f32):
    %c = arith.cmpf olt, %p, %q : f32
    linalgx.yield %c : i1
  }
  %e = tensor.empty() : tensor<8x4xf32>
  %s = linalg.exp ins(%r : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %s : tensor<8x4xf32>
}
