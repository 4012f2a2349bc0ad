// RUN: plait-opt %s --canonicalize --cse | FileCheck %s
// Tests that a scatter into a buffer is not dropped as dead: it has no result, but it writes.

// CHECK-LABEL: func @writes
func.func @writes(%ix: memref<4x1xi32>, %u: memref<4x5xf32>, %x: memref<8x5xf32>) {
  // CHECK: linalgx.scatter
  linalgx.scatter ins(%ix, %u : memref<4x1xi32>, memref<4x5xf32>) outs(%x : memref<8x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    %0 = arith.addf %old, %new : f32
    linalgx.yield %0 : f32
  }
  return
}
