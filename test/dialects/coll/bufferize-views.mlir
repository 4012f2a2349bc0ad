// RUN: plait-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" -split-input-file | FileCheck %s
// Tests that a part without gaps is sent from where it lies, and one with gaps
// from a copy.
plait.mesh @mesh = <"data"=4, "model"=2>

// CHECK-LABEL: func @slice_of_stack
func.func @slice_of_stack(%x: tensor<3x8x4xf32>, %i: index) -> tensor<1x8x4xf32> {
  // CHECK: %[[PART:.*]] = memref.subview
  // CHECK: %[[INTO:.*]] = memref.alloc() {{.*}} : memref<1x8x4xf32>
  // CHECK-NOT: memref.copy
  // CHECK: coll.all_reduce %[[PART]] into %[[INTO]] sum
  %s = tensor.extract_slice %x[%i, 0, 0] [1, 8, 4] [1, 1, 1] : tensor<3x8x4xf32> to tensor<1x8x4xf32>
  %d = tensor.empty() : tensor<1x8x4xf32>
  %0 = coll.all_reduce %s into %d sum over @mesh["data"] site <0 partition ""> : (tensor<1x8x4xf32>, tensor<1x8x4xf32>) -> tensor<1x8x4xf32>
  return %0 : tensor<1x8x4xf32>
}

// -----
plait.mesh @mesh = <"data"=4, "model"=2>

// CHECK-LABEL: func @columns
func.func @columns(%x: tensor<8x4xf32>) -> tensor<8x2xf32> {
  // CHECK: %[[PART:.*]] = memref.subview
  // CHECK: memref.copy %[[PART]], %[[COPY:[a-z0-9_]+]] :
  // CHECK: coll.all_reduce %[[COPY]] into
  %s = tensor.extract_slice %x[0, 2] [8, 2] [1, 1] : tensor<8x4xf32> to tensor<8x2xf32>
  %d = tensor.empty() : tensor<8x2xf32>
  %0 = coll.all_reduce %s into %d sum over @mesh["data"] site <0 partition ""> : (tensor<8x2xf32>, tensor<8x2xf32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}
