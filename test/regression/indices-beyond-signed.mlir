// RUN: plait-opt %s --plait-partition-localize | FileCheck %s
// Tests that an unsigned 64-bit index of 2^63 or more addresses the last row of
// a split operand, as of a whole one, and does not turn negative.
#r = #plait.sharding<@mesh, [{}, {}]>
#x = #plait.sharding<@mesh, [{"x"}, {}]>
#p = #plait.sharding<@mesh, [{}, {}], partial = {"x" : sum}>
plait.mesh @mesh = <"x"=4>

// CHECK-LABEL: func @lookup
func.func @lookup(%table: tensor<16x8xf32, #x>, %ids: tensor<5x1xi64, #r>) -> tensor<5x8xf32, #p> {
  // CHECK: %[[LARGEST:.*]] = arith.constant 9223372036854775807 : i64
  // CHECK: %[[ID:.*]] = arith.minui %{{.*}}, %[[LARGEST]] : i64
  // CHECK: arith.index_castui %[[ID]] : i64 to index
  // CHECK: linalgx.gather
  // CHECK-NOT: unsigned_indices
  // CHECK: return
  %r = linalgx.gather %table at %ids <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 8] unsigned_indices
    : (tensor<16x8xf32, #x>, tensor<5x1xi64, #r>) -> tensor<5x8xf32, #p>
  return %r : tensor<5x8xf32, #p>
}
