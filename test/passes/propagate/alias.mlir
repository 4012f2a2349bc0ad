// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests that an argument and the result that replaces it lie alike: annotated on
// either side, or on none and found by propagation.
plait.mesh @mesh = <"x"=2>
// CHECK-LABEL: func.func @argument_decides
// CHECK-SAME: -> (tensor<8x6xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @argument_decides(%w: tensor<8x6xf32> {plait.alias = 0 : i64, plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}, %g: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %e = tensor.empty() : tensor<8x6xf32>
  %r = linalg.exp ins(%g : tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}
// CHECK-LABEL: func.func @result_decides
// CHECK-SAME: %arg0: tensor<8x6xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
func.func @result_decides(%w: tensor<8x6xf32> {plait.alias = 0 : i64}, %g: tensor<8x6xf32>) -> (tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}) {
  %e = tensor.empty() : tensor<8x6xf32>
  %r = linalg.exp ins(%g : tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}
// CHECK-LABEL: func.func @neither_decides
// CHECK-SAME: %arg0: tensor<8x6xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK-SAME: -> (tensor<8x6xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @neither_decides(%w: tensor<8x6xf32> {plait.alias = 0 : i64}, %g: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x6xf32> {
  %e = tensor.empty() : tensor<8x6xf32>
  %r = linalg.exp ins(%g : tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}
// CHECK-LABEL: func.func @swapped
// CHECK: plait.reshard %arg1 : {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
func.func @swapped(%a: tensor<8xf32> {plait.alias = 0 : i64, plait.sharding = #plait.sharding<@mesh, [{"x"}]>},
                   %b: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{}]>}) -> tensor<8xf32> {
  return %b : tensor<8xf32>
}
