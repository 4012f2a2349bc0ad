// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests sub-axes: a value that uses the minor half of an axis takes only the major
// half of it elsewhere; a value that uses the major half can take nothing of it.
plait.mesh @mesh = <"x"=4>
// CHECK-LABEL: func.func @minor_is_used
// CHECK-SAME: %arg1: tensor<8x6xf32, #plait.sharding<@mesh, [{"x":(1)2}, {"x":(2)2}]>>
func.func @minor_is_used(%a: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
                         %b: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{?}, {"x":(2)2}]>}) -> tensor<8x6xf32> {
  %e = tensor.empty() : tensor<8x6xf32>
  %r = linalg.add ins(%a, %b : tensor<8x6xf32>, tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}
// CHECK-LABEL: func.func @major_is_used
// CHECK-SAME: %arg1: tensor<8x6xf32, #plait.sharding<@mesh, [{}, {"x":(1)2}]>>
func.func @major_is_used(%a: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
                         %b: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{?}, {"x":(1)2}]>}) -> tensor<8x6xf32> {
  %e = tensor.empty() : tensor<8x6xf32>
  %r = linalg.add ins(%a, %b : tensor<8x6xf32>, tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}
