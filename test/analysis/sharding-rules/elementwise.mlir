// RUN: plait-opt %s --plait-test-print-sharding-rules -o /dev/null | FileCheck %s
// Tests elementwise rules: transposes and broadcasts by indexing map, joint
// linearity of sums, none of maxima.
#id = affine_map<(i, j) -> (i, j)>
#t = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (j)>

// CHECK: linalg.generic: ([i, j], [j, i], [j], init [i, j]) -> ([i, j]) {i=8, j=6} jointly linear
func.func @sum_of_transposed_and_broadcast(%x: tensor<8x6xf32>, %y: tensor<6x8xf32>, %z: tensor<6xf32>, %e: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %r = linalg.generic {indexing_maps = [#id, #t, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y, %z : tensor<8x6xf32>, tensor<6x8xf32>, tensor<6xf32>) outs(%e : tensor<8x6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    %1 = arith.addf %0, %c : f32
    linalg.yield %1 : f32
  } -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}

// CHECK: linalg.max: ([i, j], [i, j], init [i, j]) -> ([i, j]) {i=8, j=6}
// CHECK-NOT: jointly
func.func @max(%x: tensor<8x6xf32>, %y: tensor<8x6xf32>, %e: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %r = linalg.max ins(%x, %y : tensor<8x6xf32>, tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}

// CHECK: linalg.mul: (linear [i, j], linear [i, j], init [i, j]) -> ([i, j]) {i=8, j=6}
// CHECK-NOT: jointly
func.func @product(%x: tensor<8x6xf32>, %y: tensor<8x6xf32>, %e: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %r = linalg.mul ins(%x, %y : tensor<8x6xf32>, tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}
