// RUN: plait-opt %s | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s
// Tests that every linalgx op reads what it prints.

// CHECK-LABEL: func @gather
func.func @gather(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>) -> tensor<4x5xf32> {
  // CHECK: linalgx.gather %{{.*}} at %{{.*}} <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 5] unsigned_indices : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  %0 = linalgx.gather %x at %ix <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 5] unsigned_indices
    : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// CHECK-LABEL: func @scatter
func.func @scatter(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) -> tensor<8x5xf32> {
  // CHECK: linalgx.scatter ins(%{{.*}}, %{{.*}} : tensor<4x1xi32>, tensor<4x5xf32>) outs(%{{.*}} : tensor<8x5xf32>)
  // CHECK: linalgx.yield %{{.*}} : f32
  %0 = linalgx.scatter ins(%ix, %u : tensor<4x1xi32>, tensor<4x5xf32>) outs(%x : tensor<8x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    %1 = arith.addf %old, %new : f32
    linalgx.yield %1 : f32
  } -> tensor<8x5xf32>
  return %0 : tensor<8x5xf32>
}

// CHECK-LABEL: func @dynamic_slices
func.func @dynamic_slices(%x: tensor<8x6xf32>, %i: index) -> tensor<8x6xf32> {
  // CHECK: %[[S:.*]] = linalgx.dynamic_slice %{{.*}}[%{{.*}}, %{{.*}}] : tensor<8x6xf32> -> tensor<1x6xf32>
  %0 = linalgx.dynamic_slice %x[%i, %i] : tensor<8x6xf32> -> tensor<1x6xf32>
  // CHECK: linalgx.dynamic_update_slice %[[S]] into %{{.*}}[%{{.*}}, %{{.*}}] : tensor<1x6xf32> into tensor<8x6xf32>
  %1 = linalgx.dynamic_update_slice %0 into %x[%i, %i] : tensor<1x6xf32> into tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}

// CHECK-LABEL: func @sort
func.func @sort(%x: tensor<4x5xf32>, %y: tensor<4x5xi32>) -> tensor<4x5xf32> {
  // CHECK: linalgx.sort(%{{.*}}, %{{.*}}) dim 1 : (tensor<4x5xf32>, tensor<4x5xi32>) -> (tensor<4x5xf32>, tensor<4x5xi32>)
  %0:2 = linalgx.sort(%x, %y) dim 1 : (tensor<4x5xf32>, tensor<4x5xi32>) -> (tensor<4x5xf32>, tensor<4x5xi32>) {
  ^bb0(%a: f32, %b: f32, %c: i32, %d: i32):
    %1 = arith.cmpf olt, %a, %b : f32
    linalgx.yield %1 : i1
  }
  return %0#0 : tensor<4x5xf32>
}

// CHECK-LABEL: func @barrier
func.func @barrier(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: linalgx.barrier %{{.*}} : tensor<4xf32> -> tensor<4xf32>
  %0 = linalgx.barrier %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @scan
// CHECK: linalgx.scan(%{{.*}}) dim 0 : (tensor<8x6xf32>) -> tensor<8x6xf32> {
// CHECK: linalgx.scan(%{{.*}}) dim 1 reverse : (tensor<8x6xf32>) -> tensor<8x6xf32> {
func.func @scan(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %r = linalgx.scan(%x) dim 0 : (tensor<8x6xf32>) -> tensor<8x6xf32> {
  ^bb0(%sum: f32, %own: f32):
    %0 = arith.addf %sum, %own : f32
    linalgx.yield %0 : f32
  }
  %s = linalgx.scan(%r) dim 1 reverse : (tensor<8x6xf32>) -> tensor<8x6xf32> {
  ^bb0(%sum: f32, %own: f32):
    %0 = arith.mulf %sum, %own : f32
    linalgx.yield %0 : f32
  }
  return %s : tensor<8x6xf32>
}

// CHECK-LABEL: func @foreign_call
// CHECK: linalgx.foreign_call "rows"(%{{.*}}) loops <operands = {{\[\[}}0, -1]], results = {{\[\[}}0, -1]]> : (tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK: linalgx.foreign_call "product"(%{{.*}}, %{{.*}}) loops <operands = {{\[\[}}0, 2], [2, 1]], results = {{\[\[}}0, 1]], summed = [2]> config {precise} : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
// CHECK: linalgx.foreign_call "anything"() : () -> (tensor<f32>, tensor<4xi32>)
func.func @foreign_call(%x: tensor<8x4xf32>, %y: tensor<4x6xf32>) -> tensor<8x6xf32> {
  %0 = linalgx.foreign_call "rows"(%x) loops <operands = [[0, -1]], results = [[0, -1]]>
    : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = linalgx.foreign_call "product"(%0, %y) loops <operands = [[0, 2], [2, 1]], results = [[0, 1]], summed = [2]> config {precise}
    : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  %2:2 = linalgx.foreign_call "anything"() : () -> (tensor<f32>, tensor<4xi32>)
  return %1 : tensor<8x6xf32>
}
