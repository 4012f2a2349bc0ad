// RUN: plait-opt %s --plait-test-print-sharding-rules -o /dev/null | FileCheck %s
// Tests that a reduction's combiner is read from its body, and that what is no
// known combiner is left unknown.
#id = affine_map<(i, j) -> (i, j)>
#r = affine_map<(i, j) -> (i)>
#trait = {indexing_maps = [#id, #r], iterator_types = ["parallel", "reduction"]}

// CHECK: {i=8, j=6 reduction(max)}
func.func @maximum(%x: tensor<8x6xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.reduce {arith.maximumf} ins(%x : tensor<8x6xf32>) outs(%e : tensor<8xf32>) dimensions = [1]
  return %r : tensor<8xf32>
}
// CHECK: {i=8, j=6 reduction(maxnum)}
func.func @maxnum(%x: tensor<8x6xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.reduce {arith.maxnumf} ins(%x : tensor<8x6xf32>) outs(%e : tensor<8xf32>) dimensions = [1]
  return %r : tensor<8xf32>
}
// CHECK: {i=8, j=6 reduction(umin)}
func.func @unsigned_minimum(%x: tensor<8x6xi32>, %e: tensor<8xi32>) -> tensor<8xi32> {
  %r = linalg.reduce {arith.minui} ins(%x : tensor<8x6xi32>) outs(%e : tensor<8xi32>) dimensions = [1]
  return %r : tensor<8xi32>
}
// CHECK: {i=8, j=6 reduction(prod)}
func.func @product(%x: tensor<8x6xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.reduce {arith.mulf} ins(%x : tensor<8x6xf32>) outs(%e : tensor<8xf32>) dimensions = [1]
  return %r : tensor<8xf32>
}
// CHECK: {i=8, j=6 reduction(or)}
func.func @any(%x: tensor<8x6xi1>, %e: tensor<8xi1>) -> tensor<8xi1> {
  %r = linalg.reduce {arith.ori} ins(%x : tensor<8x6xi1>) outs(%e : tensor<8xi1>) dimensions = [1]
  return %r : tensor<8xi1>
}
// CHECK: {i=8, j=6 reduction(sum)}
func.func @sum_of_exp(%x: tensor<8x6xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.generic #trait ins(%x : tensor<8x6xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = math.exp %a : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}
// CHECK: {i=8, j=6 reduction(unknown)}
func.func @difference(%x: tensor<8x6xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.generic #trait ins(%x : tensor<8x6xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %1 = arith.subf %o, %a : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}
// CHECK: {i=8, j=6 reduction(unknown)}
func.func @uses_the_accumulator_twice(%x: tensor<8x6xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.generic #trait ins(%x : tensor<8x6xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.mulf %o, %a : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}
