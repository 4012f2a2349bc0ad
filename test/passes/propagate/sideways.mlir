// RUN: plait-opt %s --plait-propagate-shardings=fill-share=100 | FileCheck %s
// Tests that axes pass from one operand to another: of an elementwise op, of a contraction along the summed dimension, and
// not where the result cannot have them.
plait.mesh @mesh = <"x"=2, "y"=2>

// CHECK-LABEL: func.func @elementwise
// CHECK-SAME: %arg1: tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: linalg.add {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: return {{.*}} : tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @elementwise(%a: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %r = linalg.add ins(%a, %b : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @summed_dimension
// CHECK-SAME: %arg1: tensor<4x6xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: linalg.matmul {{.*}} -> tensor<8x6xf32, #plait.sharding<@mesh, [{}, {}]>>
// CHECK: return {{.*}} : tensor<8x6xf32, #plait.sharding<@mesh, [{}, {}]>>
func.func @summed_dimension(%a: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<4x6xf32>) -> tensor<8x6xf32> {
  %e = tensor.empty() : tensor<8x6xf32>
  %r = linalg.matmul ins(%a, %b : tensor<8x4xf32>, tensor<4x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}

// The other operand has the axis on another dimension, which it keeps.
// CHECK-LABEL: func.func @axis_is_taken
// CHECK-SAME: %arg1: tensor<4x6xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
// CHECK: linalg.matmul {{.*}} -> tensor<8x6xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
// CHECK: return {{.*}} : tensor<8x6xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
func.func @axis_is_taken(%a: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>},
                         %b: tensor<4x6xf32> {plait.sharding = #plait.sharding<@mesh, [{?}, {"x"}]>}) -> tensor<8x6xf32> {
  %e = tensor.empty() : tensor<8x6xf32>
  %r = linalg.matmul ins(%a, %b : tensor<8x4xf32>, tensor<4x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}

// A closed result does not keep an operand from following the other.
// CHECK-LABEL: func.func @closed_result
// CHECK-SAME: %arg1: tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: linalg.add {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: plait.reshard {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{}, {}]>>
// CHECK: return {{.*}} : tensor<8x4xf32, #plait.sharding<@mesh, [{}, {}]>>
func.func @closed_result(%a: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8x4xf32>)
    -> (tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {}]>}) {
  %e = tensor.empty() : tensor<8x4xf32>
  %r = linalg.add ins(%a, %b : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
