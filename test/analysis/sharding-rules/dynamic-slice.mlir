// RUN: plait-opt %s --plait-test-print-sharding-rules -o /dev/null | FileCheck %s
// Tests that dynamic slices pass whole dimensions and index those that they cut.

// CHECK: linalgx.dynamic_slice: (linear [i, j], [], []) -> ([-, j]) {i=8 indexed, j=6}
func.func @one(%x: tensor<8x6xf32>, %i: index) -> tensor<1x6xf32> {
  %r = linalgx.dynamic_slice %x[%i, %i] : tensor<8x6xf32> -> tensor<1x6xf32>
  return %r : tensor<1x6xf32>
}
// CHECK: linalgx.dynamic_slice: (linear [i, k], [], []) -> ([j, k]) {i=8 indexed, j=3 whole, k=6}
func.func @three(%x: tensor<8x6xf32>, %i: index) -> tensor<3x6xf32> {
  %r = linalgx.dynamic_slice %x[%i, %i] : tensor<8x6xf32> -> tensor<3x6xf32>
  return %r : tensor<3x6xf32>
}
// CHECK: linalgx.dynamic_update_slice: ([-, j], [i, j], [], []) -> ([i, j]) {i=8 indexed, j=6}
func.func @update(%u: tensor<1x6xf32>, %x: tensor<8x6xf32>, %i: index) -> tensor<8x6xf32> {
  %r = linalgx.dynamic_update_slice %u into %x[%i, %i] : tensor<1x6xf32> into tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}
