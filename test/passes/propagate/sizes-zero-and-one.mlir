// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests dimensions of size 1 and 0: no axis flows to or through them, other dimensions are not disturbed, and what the user
// says of them stays.
plait.mesh @mesh = <"x"=2, "y"=2>

// CHECK-LABEL: func.func @size_one
// CHECK-SAME: %arg0: tensor<1x8xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
// CHECK: linalg.add {{.*}} -> tensor<1x8xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
// CHECK: return {{.*}} : tensor<1x8xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
func.func @size_one(%a: tensor<1x8xf32> {plait.sharding = #plait.sharding<@mesh, [{?}, {"x", ?}]>},
                    %b: tensor<1x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"y"}, {}]>}) -> tensor<1x8xf32> {
  %e = tensor.empty() : tensor<1x8xf32>
  %r = linalg.add ins(%a, %b : tensor<1x8xf32>, tensor<1x8xf32>) outs(%e : tensor<1x8xf32>) -> tensor<1x8xf32>
  return %r : tensor<1x8xf32>
}

// CHECK-LABEL: func.func @size_zero
// CHECK: linalg.exp {{.*}} -> tensor<0x8xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
// CHECK: return {{.*}} : tensor<0x8xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
func.func @size_zero(%a: tensor<0x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}) -> tensor<0x8xf32> {
  %e = tensor.empty() : tensor<0x8xf32>
  %r = linalg.exp ins(%a : tensor<0x8xf32>) outs(%e : tensor<0x8xf32>) -> tensor<0x8xf32>
  return %r : tensor<0x8xf32>
}

// A dimension of size 1 appears in a reshape and vanishes in another one.
// CHECK-LABEL: func.func @reshape
// CHECK: tensor.expand_shape {{.*}} into tensor<8x1x4xf32, #plait.sharding<@mesh, [{"x"}, {}, {"y"}]>>
// CHECK: linalg.exp {{.*}} -> tensor<8x1x4xf32, #plait.sharding<@mesh, [{"x"}, {}, {"y"}]>>
// CHECK: tensor.collapse_shape {{.*}} into tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: return {{.*}} : tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
func.func @reshape(%a: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x4xf32> {
  %0 = tensor.expand_shape %a [[0, 1], [2]] output_shape [8, 1, 4] : tensor<8x4xf32> into tensor<8x1x4xf32>
  %e = tensor.empty() : tensor<8x1x4xf32>
  %1 = linalg.exp ins(%0 : tensor<8x1x4xf32>) outs(%e : tensor<8x1x4xf32>) -> tensor<8x1x4xf32>
  %2 = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<8x1x4xf32> into tensor<8x4xf32>
  return %2 : tensor<8x4xf32>
}
