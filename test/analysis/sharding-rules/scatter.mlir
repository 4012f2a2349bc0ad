// RUN: plait-opt %s --plait-test-print-sharding-rules -o /dev/null | FileCheck %s
// Tests scatter: updates are a reduction with the body's combiner, the written
// dimension is indexed, windows pass. A scatter that replaces is a sum only where
// indices are unique and all cells were zero.

// CHECK: linalgx.scatter: ([i, j], linear [i, l], [k, l]) -> ([k, l]) {i=4 reduction(sum), j=1 whole, k=8 indexed, l=5}
func.func @add(%ix: tensor<4x1xi32>, %u: tensor<4x5xf32>, %x: tensor<8x5xf32>) -> tensor<8x5xf32> {
  %r = linalgx.scatter ins(%ix, %u : tensor<4x1xi32>, tensor<4x5xf32>) outs(%x : tensor<8x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    %0 = arith.addf %old, %new : f32
    linalgx.yield %0 : f32
  } -> tensor<8x5xf32>
  return %r : tensor<8x5xf32>
}
// CHECK: linalgx.scatter: {{.*}} {i=4 reduction(unknown), j=1 whole, k=8 indexed, l=5}
func.func @replace(%ix: tensor<4x1xi32>, %u: tensor<4x5xf32>, %x: tensor<8x5xf32>) -> tensor<8x5xf32> {
  %r = linalgx.scatter ins(%ix, %u : tensor<4x1xi32>, tensor<4x5xf32>) outs(%x : tensor<8x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    linalgx.yield %new : f32
  } -> tensor<8x5xf32>
  return %r : tensor<8x5xf32>
}
// CHECK: linalgx.scatter: ([i, j], linear [i, l], init [k, l]) -> ([k, l]) {i=4 reduction(sum), j=1 whole, k=8 indexed, l=5}
func.func @replace_unique_of_zero(%ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) -> tensor<8x5xf32> {
  %x = arith.constant dense<0.0> : tensor<8x5xf32>
  %r = linalgx.scatter ins(%ix, %u : tensor<4x1xi32>, tensor<4x5xf32>) outs(%x : tensor<8x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> unique_indices {
  ^bb0(%old: f32, %new: f32):
    linalgx.yield %new : f32
  } -> tensor<8x5xf32>
  return %r : tensor<8x5xf32>
}
// A window as large as the addressed dimension may be shifted: it must be whole.
// CHECK: linalgx.scatter: ([i, j], linear [i, l, m], [k, m]) -> ([k, m]) {i=3 reduction(sum), j=1 whole, k=4 whole, l=4 whole, m=5}
func.func @shifted_window(%ix: tensor<3x1xi32>, %u: tensor<3x4x5xf32>, %x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %r = linalgx.scatter ins(%ix, %u : tensor<3x1xi32>, tensor<3x4x5xf32>) outs(%x : tensor<4x5xf32>)
    <offsetDims = [1, 2], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    %0 = arith.addf %old, %new : f32
    linalgx.yield %0 : f32
  } -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}
