// RUN: plait-opt %s --plait-test-interpret -split-input-file | FileCheck %s
// Tests the shape ops of tensor.

// CHECK: result0: tensor<2x2xi32> [2, 0, 8, 6]
// CHECK: result1: tensor<2xi32> [4, 7]
// CHECK: result2: tensor<3x3xi32> [0, 1, 2, 3, 9, 9, 6, 9, 9]
func.func @slices() -> (tensor<2x2xi32>, tensor<2xi32>, tensor<3x3xi32>) {
  %a = arith.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8]]> : tensor<3x3xi32>
  %n = arith.constant dense<9> : tensor<2x2xi32>
  %0 = tensor.extract_slice %a[0, 2] [2, 2] [2, -2] : tensor<3x3xi32> to tensor<2x2xi32>
  %1 = tensor.extract_slice %a[1, 1] [2, 1] [1, 1] : tensor<3x3xi32> to tensor<2xi32>
  %2 = tensor.insert_slice %n into %a[1, 1] [2, 2] [1, 1] : tensor<2x2xi32> into tensor<3x3xi32>
  return %0, %1, %2 : tensor<2x2xi32>, tensor<2xi32>, tensor<3x3xi32>
}

// -----

// CHECK: result0: tensor<2x4xi32> [7, 1, 2, 7, 7, 3, 4, 7]
// CHECK: result1: tensor<2x3xi32> [1, 2, 5, 3, 4, 6]
// CHECK: result2: tensor<4xi32> [1, 2, 3, 4]
// CHECK: result3: tensor<2x1x2xi32> [1, 2, 3, 4]
func.func @joins() -> (tensor<2x4xi32>, tensor<2x3xi32>, tensor<4xi32>, tensor<2x1x2xi32>) {
  %a = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %b = arith.constant dense<[[5], [6]]> : tensor<2x1xi32>
  %seven = arith.constant 7 : i32
  %0 = tensor.pad %a low[0, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %seven : i32
  } : tensor<2x2xi32> to tensor<2x4xi32>
  %1 = tensor.concat dim(1) %a, %b : (tensor<2x2xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  %2 = tensor.collapse_shape %a [[0, 1]] : tensor<2x2xi32> into tensor<4xi32>
  %3 = tensor.expand_shape %a [[0, 1], [2]] output_shape [2, 1, 2] : tensor<2x2xi32> into tensor<2x1x2xi32>
  return %0, %1, %2, %3 : tensor<2x4xi32>, tensor<2x3xi32>, tensor<4xi32>, tensor<2x1x2xi32>
}

// -----

// CHECK: result0: tensor<2xi64> [3, 5]
// CHECK: result1: tensor<2xi64> [3, 9]
// CHECK: result2: tensor<2x2xindex> [0, 1, 10, 11]
func.func @elements() -> (tensor<2xi64>, tensor<2xi64>, tensor<2x2xindex>) {
  %x = arith.constant 3 : i64
  %y = arith.constant 5 : i64
  %z = arith.constant 9 : i64
  %one = arith.constant 1 : index
  %ten = arith.constant 10 : index
  %0 = tensor.from_elements %x, %y : tensor<2xi64>
  %1 = tensor.insert %z into %0[%one] : tensor<2xi64>
  %2 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %t = arith.muli %i, %ten : index
    %s = arith.addi %t, %j : index
    tensor.yield %s : index
  } : tensor<2x2xindex>
  return %0, %1, %2 : tensor<2xi64>, tensor<2xi64>, tensor<2x2xindex>
}
