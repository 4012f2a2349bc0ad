// RUN: plait-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --canonicalize -split-input-file | FileCheck %s
// Tests that a scatter updates a writable init in place, and keeps one that is
// read later; and that barriers vanish.
// CHECK-LABEL: func @in_place
func.func @in_place(%x: tensor<5x3xf32> {bufferization.writable = true}, %i: tensor<4x1xi32>, %u: tensor<4x3xf32>) -> tensor<5x3xf32> {
  // CHECK-NOT: memref.alloc
  // CHECK: linalgx.scatter {{.*}} outs(%arg0 : memref<5x3xf32>)
  %r = linalgx.scatter ins(%i, %u : tensor<4x1xi32>, tensor<4x3xf32>) outs(%x : tensor<5x3xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    %0 = arith.addf %old, %new : f32
    linalgx.yield %0 : f32
  } -> tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}

// -----
// CHECK-LABEL: func @read_later
func.func @read_later(%x: tensor<5x3xf32> {bufferization.writable = true}, %i: tensor<4x1xi32>, %u: tensor<4x3xf32>) -> (tensor<5x3xf32>, f32) {
  // CHECK: %[[COPY:.*]] = memref.alloc
  // CHECK: memref.copy %arg0, %[[COPY]]
  // CHECK: linalgx.scatter {{.*}} outs(%[[COPY]] : memref<5x3xf32>)
  // CHECK: memref.load %arg0
  %c0 = arith.constant 0 : index
  %r = linalgx.scatter ins(%i, %u : tensor<4x1xi32>, tensor<4x3xf32>) outs(%x : tensor<5x3xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    linalgx.yield %new : f32
  } -> tensor<5x3xf32>
  %v = tensor.extract %x[%c0, %c0] : tensor<5x3xf32>
  return %r, %v : tensor<5x3xf32>, f32
}

// -----
// CHECK-LABEL: func @barrier
func.func @barrier(%x: tensor<4xf32>, %n: index) -> (tensor<4xf32>, index) {
  // CHECK-NOT: linalgx.barrier
  // CHECK: return %arg0, %arg1
  %r:2 = linalgx.barrier %x, %n : tensor<4xf32>, index -> tensor<4xf32>, index
  return %r#0, %r#1 : tensor<4xf32>, index
}
