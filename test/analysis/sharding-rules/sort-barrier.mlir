// RUN: plait-opt %s --plait-test-print-sharding-rules -o /dev/null | FileCheck %s
// Tests that sort needs the sorted dimension whole, and that a barrier passes each
// operand by itself.

// CHECK: linalgx.sort: ([i, j], [i, j]) -> ([i, j], [i, j]) {i=8, j=6 whole}
func.func @sort(%x: tensor<8x6xf32>, %y: tensor<8x6xi32>) -> (tensor<8x6xf32>, tensor<8x6xi32>) {
  %r:2 = linalgx.sort(%x, %y) dim 1 : (tensor<8x6xf32>, tensor<8x6xi32>) -> (tensor<8x6xf32>, tensor<8x6xi32>) {
  ^bb0(%a: f32, %b: f32, %c: i32, %d: i32):
    %0 = arith.cmpf olt, %a, %b : f32
    linalgx.yield %0 : i1
  }
  return %r#0, %r#1 : tensor<8x6xf32>, tensor<8x6xi32>
}
// CHECK: linalgx.barrier: ([i, j], [k]) -> ([i, j], [k]) {i=8, j=6, k=3}
func.func @barrier(%x: tensor<8x6xf32>, %y: tensor<3xf32>) -> (tensor<8x6xf32>, tensor<3xf32>) {
  %r:2 = linalgx.barrier %x, %y : tensor<8x6xf32>, tensor<3xf32> -> tensor<8x6xf32>, tensor<3xf32>
  return %r#0, %r#1 : tensor<8x6xf32>, tensor<3xf32>
}
