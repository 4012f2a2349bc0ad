// RUN: plait-opt %s --plait-test-print-sharding-rules -o /dev/null | FileCheck %s
// Tests that slices, pads and concatenations pass the dimensions that they take
// whole, tie those of which they take at least half, and need the others.

// CHECK: tensor.extract_slice: (linear [i, j]) -> ([i, j]) {i=4 window, j=6}
func.func @extract(%x: tensor<8x6xf32>) -> tensor<4x6xf32> {
  %r = tensor.extract_slice %x[2, 0] [4, 6] [1, 1] : tensor<8x6xf32> to tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}
// CHECK: tensor.extract_slice: (linear [i, k]) -> ([j, k]) {i=8 whole, j=3 whole, k=6}
func.func @extract_less(%x: tensor<8x6xf32>) -> tensor<3x6xf32> {
  %r = tensor.extract_slice %x[2, 0] [3, 6] [1, 1] : tensor<8x6xf32> to tensor<3x6xf32>
  return %r : tensor<3x6xf32>
}
// CHECK: tensor.extract_slice: (linear [i, j]) -> ([i, j]) {i=4 window, j=6}
func.func @extract_every_second(%x: tensor<8x6xf32>) -> tensor<4x6xf32> {
  %r = tensor.extract_slice %x[0, 0] [4, 6] [2, 1] : tensor<8x6xf32> to tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}
// CHECK: tensor.extract_slice: (linear [i, j]) -> ([j]) {i=8 whole, j=6}
func.func @extract_dropping(%x: tensor<8x6xf32>) -> tensor<6xf32> {
  %r = tensor.extract_slice %x[2, 0] [1, 6] [1, 1] : tensor<8x6xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}
// CHECK: tensor.insert_slice: ([j, k], [i, k]) -> ([i, k]) {i=8 indexed, j=4 whole, k=6}
func.func @insert(%x: tensor<4x6xf32>, %d: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %r = tensor.insert_slice %x into %d[2, 0] [4, 6] [1, 1] : tensor<4x6xf32> into tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}
// CHECK: tensor.insert_slice: ([j, k], [i, k]) -> ([i, k]) {i=8 whole, j=4 whole, k=6}
func.func @insert_every_second(%x: tensor<4x6xf32>, %d: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %r = tensor.insert_slice %x into %d[0, 0] [4, 6] [2, 1] : tensor<4x6xf32> into tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}
// CHECK: tensor.pad: ([i, j]) -> ([i, j]) {i=8, j=9 window}
func.func @pad(%x: tensor<8x6xf32>) -> tensor<8x9xf32> {
  %zero = arith.constant 0.0 : f32
  %r = tensor.pad %x low[0, 1] high[0, 2] {
  ^bb0(%a: index, %b: index):
    tensor.yield %zero : f32
  } : tensor<8x6xf32> to tensor<8x9xf32>
  return %r : tensor<8x9xf32>
}
// CHECK: tensor.concat: ([i, j], [i, k]) -> ([i, j]) {i=8, j=9 window, k=3 whole} jointly linear
func.func @concat(%x: tensor<8x6xf32>, %y: tensor<8x3xf32>) -> tensor<8x9xf32> {
  %r = tensor.concat dim(1) %x, %y : (tensor<8x6xf32>, tensor<8x3xf32>) -> tensor<8x9xf32>
  return %r : tensor<8x9xf32>
}
// CHECK: tensor.extract: ([i, j], [], []) -> ([]) {i=8 whole, j=6 whole}
func.func @element(%x: tensor<8x6xf32>, %i: index) -> f32 {
  %r = tensor.extract %x[%i, %i] : tensor<8x6xf32>
  return %r : f32
}
// CHECK: tensor.from_elements: ([], []) -> ([i]) {i=2 whole}
func.func @elements(%a: f32) -> tensor<2xf32> {
  %r = tensor.from_elements %a, %a : tensor<2xf32>
  return %r : tensor<2xf32>
}
