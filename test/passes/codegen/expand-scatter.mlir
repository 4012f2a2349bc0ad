// RUN: plait-opt %s --plait-codegen-cpu-expand-scatter | FileCheck %s
// Tests the loops of a scatter: cells outside are dropped, not clamped.
// CHECK-LABEL: func @rows
// CHECK-SAME: (%[[X:.*]]: memref<5x3xf32>, %[[I:.*]]: memref<4x1xi32>, %[[U:.*]]: memref<4x3xf32>)
func.func @rows(%x: memref<5x3xf32>, %i: memref<4x1xi32>, %u: memref<4x3xf32>) {
  // CHECK-NOT: linalgx
  // CHECK: scf.for %[[ROW:.*]] = %c0{{.*}} to %c4
  // CHECK: scf.for %[[COLUMN:.*]] = %c0{{.*}} to %c3
  // CHECK: %[[RAW:.*]] = memref.load %[[I]][%[[ROW]], %
  // CHECK: %[[AT:.*]] = arith.index_cast %[[RAW]]
  // CHECK: arith.cmpi ult, %[[AT]], %c5
  // CHECK: arith.cmpi ult, %[[COLUMN]], %c3
  // CHECK: scf.if
  // CHECK: %[[OLD:.*]] = memref.load %[[X]][%[[AT]], %[[COLUMN]]]
  // CHECK: %[[NEW:.*]] = memref.load %[[U]][%[[ROW]], %[[COLUMN]]]
  // CHECK: %[[SUM:.*]] = arith.addf %[[OLD]], %[[NEW]]
  // CHECK: memref.store %[[SUM]], %[[X]][%[[AT]], %[[COLUMN]]]
  linalgx.scatter ins(%i, %u : memref<4x1xi32>, memref<4x3xf32>) outs(%x : memref<5x3xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    %0 = arith.addf %old, %new : f32
    linalgx.yield %0 : f32
  }
  return
}
