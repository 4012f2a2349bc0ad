// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests an argument that arrives in parts over an axis: the axis is taken, so that no dimension of it gets the axis, and
// other axes pass as usual.
plait.mesh @mesh = <"x"=2, "y"=2>

// CHECK-LABEL: func.func @taken
// CHECK-SAME: %arg0: tensor<8x4xf32, #plait.sharding<@mesh, [{}, {"y"}], partial = {"x" : sum}>>
// CHECK: linalg.add {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: return {{.*}} : tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
func.func @taken(%a: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{?}, {?}], partial = {"x" : sum}>},
                 %b: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %r = linalg.add ins(%a, %b : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
