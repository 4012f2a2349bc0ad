// RUN: plait-opt %s --plait-test-print-sharding-rules -o /dev/null | FileCheck %s
// Tests linearity: what a sum-partial value may flow through. Rounding to a
// narrower type, an added constant, and a select on the value are not linear.
#id = affine_map<(i) -> (i)>
#trait = {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}

// CHECK: linalg.generic: (linear [i], [i], init [i]) -> ([i]) {i=8}{{$}}
func.func @scaled_and_masked(%x: tensor<8xf32>, %m: tensor<8xi1>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %c = arith.constant 3.0 : f32
  %r = linalg.generic #trait ins(%x, %m : tensor<8xf32>, tensor<8xi1>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %b: i1, %o: f32):
    %0 = arith.mulf %a, %c : f32
    %1 = arith.select %b, %0, %zero : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}
// CHECK: linalg.generic: ([i], linear [i], init [i]) -> ([i]) {i=8}{{$}}
func.func @shifted(%x: tensor<8xf32>, %y: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %c = arith.constant 3.0 : f32
  %r = linalg.generic #trait ins(%x, %y : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.addf %a, %c : f32
    %1 = arith.mulf %0, %b : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}
// CHECK: linalg.generic: ([i], [i], init [i]) -> ([i]) {i=8}{{$}}
func.func @narrowed_and_divisor(%x: tensor<8xf32>, %y: tensor<8xf32>, %e: tensor<8xbf16>) -> tensor<8xbf16> {
  %r = linalg.generic #trait ins(%x, %y : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xbf16>) {
  ^bb0(%a: f32, %b: f32, %o: bf16):
    %0 = arith.divf %a, %b : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<8xbf16>
  return %r : tensor<8xbf16>
}
