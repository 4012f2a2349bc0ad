// RUN: plait-opt %s --plait-codegen-cpu-expand-linalgx -split-input-file | FileCheck %s
// Tests that a gather becomes a generic that reads at clamped starts.
// CHECK-LABEL: func @rows
// CHECK-SAME: (%[[TABLE:.*]]: tensor<5x3xf32>, %[[IDS:.*]]: tensor<4x1xi32>)
func.func @rows(%table: tensor<5x3xf32>, %ids: tensor<4x1xi32>) -> tensor<4x3xf32> {
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} outs(
  // CHECK-DAG: %[[ROW:.*]] = linalg.index 0
  // CHECK-DAG: %[[COLUMN:.*]] = linalg.index 1
  // CHECK: %[[ID:.*]] = tensor.extract %[[IDS]][%[[ROW]], %c0
  // CHECK: %[[START:.*]] = arith.index_cast %[[ID]]
  // CHECK: %[[LOW:.*]] = arith.maxsi %[[START]]
  // CHECK: %[[CLAMPED:.*]] = arith.minsi %[[LOW]], %c4
  // CHECK: tensor.extract %[[TABLE]][%[[CLAMPED]], %[[COLUMN]]]
  %r = linalgx.gather %table at %ids <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 3]
    : (tensor<5x3xf32>, tensor<4x1xi32>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

// -----
// An unsigned start has no low end.
// CHECK-LABEL: func @unsigned
func.func @unsigned(%table: tensor<5x3xf32>, %ids: tensor<4x1xi32>) -> tensor<4x3xf32> {
  // CHECK: arith.index_castui
  // CHECK-NOT: arith.maxsi
  // CHECK: arith.minui
  %r = linalgx.gather %table at %ids <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 3] unsigned_indices
    : (tensor<5x3xf32>, tensor<4x1xi32>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

// -----
// A batching dimension goes along; a window starts at its index plus offset.
// CHECK-LABEL: func @batched
// CHECK-SAME: (%[[X:.*]]: tensor<2x8xf32>, %[[IDS:.*]]: tensor<2x1xi64>)
func.func @batched(%x: tensor<2x8xf32>, %ids: tensor<2x1xi64>) -> tensor<2x3xf32> {
  // CHECK-DAG: %[[BATCH:.*]] = linalg.index 0
  // CHECK-DAG: %[[OFFSET:.*]] = linalg.index 1
  // CHECK: %[[CLAMPED:.*]] = arith.minsi %{{.*}}, %c5
  // CHECK: %[[AT:.*]] = arith.addi %[[CLAMPED]], %[[OFFSET]]
  // CHECK: tensor.extract %[[X]][%[[BATCH]], %[[AT]]]
  %r = linalgx.gather %x at %ids <offsetDims = [1], operandBatchingDims = [0], startIndicesBatchingDims = [0], startIndexMap = [1], indexVectorDim = 1> sizes [1, 3]
    : (tensor<2x8xf32>, tensor<2x1xi64>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
