// RUN: plait-opt %s --plait-test-interpret -split-input-file | FileCheck %s
// Tests rounding to each type and the special values.

// 2^24 + 1 is no float32; 256 + 1 is no bfloat16, and halves go to even.
// CHECK: result0: tensor<1xf32> [16777216]
// CHECK: result1: tensor<2xbf16> [256, 260]
// CHECK: result2: tensor<1xf16> [inf]
func.func @rounds() -> (tensor<1xf32>, tensor<2xbf16>, tensor<1xf16>) {
  %a = arith.constant dense<16777216.0> : tensor<1xf32>
  %one = arith.constant dense<1.0> : tensor<1xf32>
  %0 = arith.addf %a, %one : tensor<1xf32>
  %b = arith.constant dense<[256.0, 258.0]> : tensor<2xbf16>
  %b1 = arith.constant dense<1.0> : tensor<2xbf16>
  %1 = arith.addf %b, %b1 : tensor<2xbf16>
  %h = arith.constant dense<65504.0> : tensor<1xf16>
  %2 = arith.addf %h, %h : tensor<1xf16>
  return %0, %1, %2 : tensor<1xf32>, tensor<2xbf16>, tensor<1xf16>
}

// -----

// maximumf: NaN wins and 0 is above -0; maxnumf: NaN loses.
// CHECK: result0: tensor<3xf32> [nan, 0, 2]
// CHECK: result1: tensor<3xf32> [nan, -0, 1]
// CHECK: result2: tensor<3xf32> [1, 0, 2]
func.func @extremes() -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %a = arith.constant dense<[0x7FC00000, 0.0, 1.0]> : tensor<3xf32>
  %b = arith.constant dense<[1.0, -0.0, 2.0]> : tensor<3xf32>
  %0 = arith.maximumf %a, %b : tensor<3xf32>
  %1 = arith.minimumf %a, %b : tensor<3xf32>
  %2 = arith.maxnumf %a, %b : tensor<3xf32>
  return %0, %1, %2 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

// -----

// CHECK: result0: tensor<4xf32> [0, 2, 2, -0]
// CHECK: result1: tensor<4xf32> [1, 2, 3, -1]
// CHECK: result2: tensor<4xi32> [0, 1, 2, 0]
// CHECK: result3: tensor<4xf32> [0.5, 1.5, 0.5, -0.5]
func.func @rounding_functions() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xf32>) {
  %a = arith.constant dense<[0.5, 1.5, 2.5, -0.5]> : tensor<4xf32>
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %0 = math.roundeven %a : tensor<4xf32>
  %1 = math.round %a : tensor<4xf32>
  %2 = arith.fptosi %a : tensor<4xf32> to tensor<4xi32>
  %3 = arith.remf %a, %two : tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xf32>
}

// -----

// CHECK: result0: tensor<3xi32> [1065353216, -2147483648, 2143289344]
// CHECK: result1: tensor<3xi1> [true, true, false]
// CHECK: result2: tensor<3xi1> [false, false, true]
func.func @bits_and_tests() -> (tensor<3xi32>, tensor<3xi1>, tensor<3xi1>) {
  %a = arith.constant dense<[1.0, -0.0, 0x7FC00000]> : tensor<3xf32>
  %0 = arith.bitcast %a : tensor<3xf32> to tensor<3xi32>
  %1 = arith.cmpf oeq, %a, %a : tensor<3xf32>
  %2 = arith.cmpf une, %a, %a : tensor<3xf32>
  return %0, %1, %2 : tensor<3xi32>, tensor<3xi1>, tensor<3xi1>
}

// -----

// Integers go to float32 in one rounding: by way of a double, 2^54 + 2^30 + 1
// would become 2^54 + 2^30 and then 2^54.
// CHECK: result0: tensor<2xf32> [1.80144007e+16, -1]
// CHECK: result1: tensor<2xf32> [1.80144007e+16, 1.84467441e+19]
func.func @from_integers() -> (tensor<2xf32>, tensor<2xf32>) {
  %a = arith.constant dense<[18014399583223809, -1]> : tensor<2xi64>
  %0 = arith.sitofp %a : tensor<2xi64> to tensor<2xf32>
  %1 = arith.uitofp %a : tensor<2xi64> to tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
