// RUN: plait-opt %s --plait-test-interpret -split-input-file | FileCheck %s
// Tests that integers wrap at their width, and that signed and unsigned ops
// differ.

// CHECK: result0: tensor<3xi8> [-126, 0, -1]
// CHECK: result1: tensor<3xi8> [125, 0, -6]
// CHECK: result2: tensor<3xi8> [15, -16, -1]
// CHECK: result3: tensor<3xi8> [15, 16, 31]
func.func @wraps() -> (tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>) {
  %a = arith.constant dense<[127, -128, -3]> : tensor<3xi8>
  %b = arith.constant dense<[3, -128, 2]> : tensor<3xi8>
  %three = arith.constant dense<3> : tensor<3xi8>
  %0 = arith.addi %a, %b : tensor<3xi8>
  %1 = arith.muli %a, %b : tensor<3xi8>
  %2 = arith.shrsi %a, %three : tensor<3xi8>
  %3 = arith.shrui %a, %three : tensor<3xi8>
  return %0, %1, %2, %3 : tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>
}

// -----

// Toward zero, and the remainder has the dividend's sign.
// CHECK: result0: tensor<4xi8> [-3, -3, -1, 0]
// CHECK: result1: tensor<4xi8> [-1, 1, -1, 0]
// CHECK: result2: tensor<4xi8> [124, 0, 2, 0]
// CHECK: result3: tensor<4xi8> [1, 7, 1, 0]
func.func @divides() -> (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) {
  %a = arith.constant dense<[-7, 7, -1, 0]> : tensor<4xi8>
  %b = arith.constant dense<[2, -2, 1, 5]> : tensor<4xi8>
  %c = arith.constant dense<[2, -2, 127, 5]> : tensor<4xi8>
  %0 = arith.divsi %a, %b : tensor<4xi8>
  %three = arith.constant dense<[2, 2, 2, 2]> : tensor<4xi8>
  %1 = arith.remsi %a, %three : tensor<4xi8>
  %2 = arith.divui %a, %c : tensor<4xi8>
  %3 = arith.remui %a, %c : tensor<4xi8>
  return %0, %1, %2, %3 : tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>
}

// -----

// True is -1 as a signed number and 1 as an unsigned one.
// CHECK: result0: tensor<2xi32> [-1, 0]
// CHECK: result1: tensor<2xi32> [1, 0]
// CHECK: result2: tensor<2xi1> [true, false]
// CHECK: result3: tensor<2xi1> [false, true]
func.func @booleans() -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi1>, tensor<2xi1>) {
  %p = arith.constant dense<[true, false]> : tensor<2xi1>
  %a = arith.constant dense<[-1, 1]> : tensor<2xi32>
  %b = arith.constant dense<0> : tensor<2xi32>
  %0 = arith.extsi %p : tensor<2xi1> to tensor<2xi32>
  %1 = arith.extui %p : tensor<2xi1> to tensor<2xi32>
  %2 = arith.cmpi slt, %a, %b : tensor<2xi32>
  %one = arith.constant dense<2> : tensor<2xi32>
  %3 = arith.cmpi ult, %a, %one : tensor<2xi32>
  return %0, %1, %2, %3 : tensor<2xi32>, tensor<2xi32>, tensor<2xi1>, tensor<2xi1>
}

// -----

// Bits are counted within the width.
// CHECK: result0: tensor<3xi8> [8, 0, 5]
// CHECK: result1: tensor<3xi8> [0, 8, 2]
// CHECK: result2: tensor<3xi8> [8, 0, 1]
func.func @counts_bits() -> (tensor<3xi8>, tensor<3xi8>, tensor<3xi8>) {
  %a = arith.constant dense<[0, -1, 6]> : tensor<3xi8>
  %0 = math.ctlz %a : tensor<3xi8>
  %1 = math.ctpop %a : tensor<3xi8>
  %2 = math.cttz %a : tensor<3xi8>
  return %0, %1, %2 : tensor<3xi8>, tensor<3xi8>, tensor<3xi8>
}
