// RUN: plait-opt %s --plait-test-interpret -split-input-file | FileCheck %s
// Tests linalgx: clamped gathers and slices, dropped updates, stable sorts.

// Starts are clamped so that the slice fits: rows -5, 3, 100 of 4 are 0, 3, 3.
// CHECK: result0: tensor<3x2xi32> [0, 1, 6, 7, 6, 7]
func.func @gather() -> tensor<3x2xi32> {
  %a = arith.constant dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi32>
  %i = arith.constant dense<[[-5], [3], [100]]> : tensor<3x1xi32>
  %0 = linalgx.gather %a at %i <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 2] : (tensor<4x2xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
  return %0 : tensor<3x2xi32>
}

// -----

// Updates outside are dropped, negative ones too; equal indices add up.
// CHECK: result0: tensor<4xi32> [113, 100, 100, 100]
func.func @scatter() -> tensor<4xi32> {
  %a = arith.constant dense<100> : tensor<4xi32>
  %i = arith.constant dense<[[-1], [0], [0], [4]]> : tensor<4x1xi32>
  %u = arith.constant dense<[1, 6, 7, 9]> : tensor<4xi32>
  %0 = linalgx.scatter ins(%i, %u : tensor<4x1xi32>, tensor<4xi32>) outs(%a : tensor<4xi32>) <collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: i32, %new: i32):
    %s = arith.addi %old, %new : i32
    linalgx.yield %s : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// CHECK: result0: tensor<2xi32> [3, 4]
// CHECK: result1: tensor<5xi32> [8, 9, 2, 3, 4]
func.func @dynamic_slices() -> (tensor<2xi32>, tensor<5xi32>) {
  %a = arith.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
  %u = arith.constant dense<[8, 9]> : tensor<2xi32>
  %four = arith.constant 4 : index
  %below = arith.constant -1 : index
  %0 = linalgx.dynamic_slice %a[%four] : tensor<5xi32> -> tensor<2xi32>
  %1 = linalgx.dynamic_update_slice %u into %a[%below] : tensor<2xi32> into tensor<5xi32>
  return %0, %1 : tensor<2xi32>, tensor<5xi32>
}

// -----

// Two operands move together; equal keys keep their order.
// CHECK: result0: tensor<2x3xi32> [1, 1, 2, 0, 5, 5]
// CHECK: result1: tensor<2x3xi32> [11, 12, 10, 15, 13, 14]
func.func @sort() -> (tensor<2x3xi32>, tensor<2x3xi32>) {
  %a = arith.constant dense<[[2, 1, 1], [5, 5, 0]]> : tensor<2x3xi32>
  %b = arith.constant dense<[[10, 11, 12], [13, 14, 15]]> : tensor<2x3xi32>
  %0:2 = linalgx.sort(%a, %b) dim 1 : (tensor<2x3xi32>, tensor<2x3xi32>) -> (tensor<2x3xi32>, tensor<2x3xi32>) {
  ^bb0(%x: i32, %y: i32, %p: i32, %q: i32):
    %before = arith.cmpi slt, %x, %y : i32
    linalgx.yield %before : i1
  }
  return %0#0, %0#1 : tensor<2x3xi32>, tensor<2x3xi32>
}
