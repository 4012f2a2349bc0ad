// RUN: plait-opt %s --plait-test-print-sharding-rules -o /dev/null | FileCheck %s
// Tests gather: batch dimensions come from the indices, offset dimensions from
// the operand, a dimension of which single elements are taken is indexed.

// CHECK: linalgx.gather: (linear [l, m], [i, j, k]) -> ([i, j, m]) {i=8, j=3, k=1 whole, l=96 indexed, m=32}
func.func @embedding(%table: tensor<96x32xf32>, %ix: tensor<8x3x1xi32>) -> tensor<8x3x32xf32> {
  %r = linalgx.gather %table at %ix <offsetDims = [2], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 2> sizes [1, 32]
      : (tensor<96x32xf32>, tensor<8x3x1xi32>) -> tensor<8x3x32xf32>
  return %r : tensor<8x3x32xf32>
}
// CHECK: linalgx.gather: (linear [i, j, l], [i, j, k]) -> ([i, j]) {i=8, j=3, k=1 whole, l=5 indexed}
func.func @batching(%x: tensor<8x3x5xf32>, %ix: tensor<8x3x1xi32>) -> tensor<8x3xf32> {
  %r = linalgx.gather %x at %ix <collapsedSliceDims = [2], operandBatchingDims = [0, 1], startIndicesBatchingDims = [0, 1], startIndexMap = [2], indexVectorDim = 2> sizes [1, 1, 1]
      : (tensor<8x3x5xf32>, tensor<8x3x1xi32>) -> tensor<8x3xf32>
  return %r : tensor<8x3xf32>
}
// CHECK: linalgx.gather: (linear [k, m], [i, j]) -> ([i, l, m]) {i=4, j=1 whole, k=9 whole, l=2 whole, m=32}
func.func @windows_of_two(%x: tensor<9x32xf32>, %ix: tensor<4x1xi32>) -> tensor<4x2x32xf32> {
  %r = linalgx.gather %x at %ix <offsetDims = [1, 2], startIndexMap = [0], indexVectorDim = 1> sizes [2, 32]
      : (tensor<9x32xf32>, tensor<4x1xi32>) -> tensor<4x2x32xf32>
  return %r : tensor<4x2x32xf32>
}
