// RUN: plait-run %s | FileCheck %s
// Tests integer edge cases: division by zero, the smallest number, shifts by the width, powers.
// CHECK: 9 of 9 checks hold
func.func public @main() -> tensor<5xi32> {
  %x = stablehlo.constant dense<[-7, 7, 5, -2147483648, 0]> : tensor<5xi32>
  %y = stablehlo.constant dense<[2, -2, 0, -1, 0]> : tensor<5xi32>
  %0 = stablehlo.divide %x, %y : tensor<5xi32>
  %e0 = stablehlo.constant dense<[-3, -3, -1, -2147483648, -1]> : tensor<5xi32>
  stablehlo.custom_call @check.expect_eq(%0, %e0) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  %1 = stablehlo.remainder %x, %y : tensor<5xi32>
  %e1 = stablehlo.constant dense<[-1, 1, 5, 0, 0]> : tensor<5xi32>
  stablehlo.custom_call @check.expect_eq(%1, %e1) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  %u = stablehlo.constant dense<[7, 200]> : tensor<2xui8>
  %z = stablehlo.constant dense<[0, 3]> : tensor<2xui8>
  %2 = stablehlo.divide %u, %z : tensor<2xui8>
  %e2 = stablehlo.constant dense<[255, 66]> : tensor<2xui8>
  stablehlo.custom_call @check.expect_eq(%2, %e2) {has_side_effect = true} : (tensor<2xui8>, tensor<2xui8>) -> ()
  %s = stablehlo.constant dense<[-8, -8, 8, 1]> : tensor<4xi32>
  %n = stablehlo.constant dense<[1, 32, 40, 31]> : tensor<4xi32>
  %3 = stablehlo.shift_right_arithmetic %s, %n : tensor<4xi32>
  %e3 = stablehlo.constant dense<[-4, -1, 0, 0]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%3, %e3) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  %4 = stablehlo.shift_right_logical %s, %n : tensor<4xi32>
  %e4 = stablehlo.constant dense<[2147483644, 0, 0, 0]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%4, %e4) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  %5 = stablehlo.shift_left %s, %n : tensor<4xi32>
  %e5 = stablehlo.constant dense<[-16, 0, 0, -2147483648]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%5, %e5) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  %b = stablehlo.constant dense<[2, 0, 0, -1, 2, 1, -1]> : tensor<7xi32>
  %e = stablehlo.constant dense<[-1, -1, 0, -3, 31, -5, -2]> : tensor<7xi32>
  %6 = stablehlo.power %b, %e : tensor<7xi32>
  %e6 = stablehlo.constant dense<[0, 0, 1, -1, -2147483648, 1, 1]> : tensor<7xi32>
  stablehlo.custom_call @check.expect_eq(%6, %e6) {has_side_effect = true} : (tensor<7xi32>, tensor<7xi32>) -> ()
  %7 = stablehlo.abs %x : tensor<5xi32>
  %e7 = stablehlo.constant dense<[7, 7, 5, -2147483648, 0]> : tensor<5xi32>
  stablehlo.custom_call @check.expect_eq(%7, %e7) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  %c = stablehlo.constant dense<[0, 1, -1]> : tensor<3xi8>
  %8 = stablehlo.count_leading_zeros %c : tensor<3xi8>
  %e8 = stablehlo.constant dense<[8, 7, 0]> : tensor<3xi8>
  stablehlo.custom_call @check.expect_eq(%8, %e8) {has_side_effect = true} : (tensor<3xi8>, tensor<3xi8>) -> ()
  return %0 : tensor<5xi32>
}
