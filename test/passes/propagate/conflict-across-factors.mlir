// RUN: plait-opt %s --plait-propagate-shardings=fill-share=100 | FileCheck %s
// Tests one axis that two factors of a contraction want: of two classes of dimensions that take part in the same work, the
// one that is split on the larger tensor has it, then the one that comes first; a dimension that is summed up beside one
// that is kept.
plait.mesh @mesh = <"x"=2, "y"=4>

// Rows and columns of the result both want x: the rows' operand is larger.
// CHECK-LABEL: func.func @rows_or_columns
// CHECK: linalg.matmul {{.*}} -> tensor<16x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: return {{.*}} : tensor<16x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @rows_or_columns(%a: tensor<16x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
                           %b: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}) -> tensor<16x4xf32> {
  %e = tensor.empty() : tensor<16x4xf32>
  %r = linalg.matmul ins(%a, %b : tensor<16x8xf32>, tensor<8x4xf32>) outs(%e : tensor<16x4xf32>) -> tensor<16x4xf32>
  return %r : tensor<16x4xf32>
}

// The columns' operand is larger.
// CHECK-LABEL: func.func @columns_or_rows
// CHECK: linalg.matmul {{.*}} -> tensor<4x16xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
// CHECK: return {{.*}} : tensor<4x16xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
func.func @columns_or_rows(%a: tensor<4x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
                           %b: tensor<8x16xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}) -> tensor<4x16xf32> {
  %e = tensor.empty() : tensor<4x16xf32>
  %r = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %r : tensor<4x16xf32>
}

// Equal sizes: rows come first.
// CHECK-LABEL: func.func @tie
// CHECK: linalg.matmul {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: return {{.*}} : tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @tie(%a: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
               %b: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %r = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// What is summed up over x leaves the result free to have x on its rows.
// CHECK-LABEL: func.func @summed_and_kept
// CHECK-SAME: %arg1: tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: linalg.matmul {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: return {{.*}} : tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @summed_and_kept(%a: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>},
                           %b: tensor<8x8xf32>) -> (tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) {
  %e = tensor.empty() : tensor<8x8xf32>
  %r = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// Different axes: no conflict at all.
// CHECK-LABEL: func.func @two_axes
// CHECK: linalg.matmul {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: return {{.*}} : tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
func.func @two_axes(%a: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
                    %b: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"y"}]>}) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %r = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
