// RUN: plait-run %s | FileCheck %s
// Tests conversions out of range, NaN, bits and reduced precision.
// CHECK: 9 of 9 checks hold
func.func public @main() -> tensor<5xi32> {
  %x = stablehlo.constant dense<[0x7FC00000, 3.0e9, 0xFF800000, -1.9, 2.5]> : tensor<5xf32>
  %0 = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xi32>
  %e0 = stablehlo.constant dense<[0, 2147483647, -2147483648, -1, 2]> : tensor<5xi32>
  stablehlo.custom_call @check.expect_eq(%0, %e0) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  %y = stablehlo.constant dense<[300.0, -1.0, 254.9]> : tensor<3xf32>
  %1 = stablehlo.convert %y : (tensor<3xf32>) -> tensor<3xui8>
  %e1 = stablehlo.constant dense<[255, 0, 254]> : tensor<3xui8>
  stablehlo.custom_call @check.expect_eq(%1, %e1) {has_side_effect = true} : (tensor<3xui8>, tensor<3xui8>) -> ()
  %2 = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xi1>
  %e2 = stablehlo.constant dense<true> : tensor<5xi1>
  stablehlo.custom_call @check.expect_eq(%2, %e2) {has_side_effect = true} : (tensor<5xi1>, tensor<5xi1>) -> ()
  %i = stablehlo.constant dense<[300, -1]> : tensor<2xi32>
  %3 = stablehlo.convert %i : (tensor<2xi32>) -> tensor<2xi8>
  %e3 = stablehlo.constant dense<[44, -1]> : tensor<2xi8>
  stablehlo.custom_call @check.expect_eq(%3, %e3) {has_side_effect = true} : (tensor<2xi8>, tensor<2xi8>) -> ()
  %f = stablehlo.constant dense<1.0> : tensor<1xf32>
  %4 = stablehlo.bitcast_convert %f : (tensor<1xf32>) -> tensor<1x4xui8>
  %e4 = stablehlo.constant dense<[[0, 0, 128, 63]]> : tensor<1x4xui8>
  stablehlo.custom_call @check.expect_eq(%4, %e4) {has_side_effect = true} : (tensor<1x4xui8>, tensor<1x4xui8>) -> ()
  %5 = stablehlo.bitcast_convert %e4 : (tensor<1x4xui8>) -> tensor<1xf32>
  stablehlo.custom_call @check.expect_eq(%5, %f) {has_side_effect = true} : (tensor<1xf32>, tensor<1xf32>) -> ()
  %w = stablehlo.constant dense<[65519.0, 65520.0, 6.0e-5, 1.0]> : tensor<4xf32>
  %6 = stablehlo.reduce_precision %w, format = e5m10 : tensor<4xf32>
  %e6 = stablehlo.constant dense<[65504.0, 0x7F800000, 0.0, 1.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%6, %e6) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  %v = stablehlo.constant dense<[247.0, 248.0]> : tensor<2xf32>
  %7 = stablehlo.reduce_precision %v, format = e4m3 : tensor<2xf32>
  %e7 = stablehlo.constant dense<[240.0, 0x7F800000]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%7, %e7) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %8 = stablehlo.iota dim = 0 : tensor<300xi8>
  %9 = stablehlo.slice %8 [200:201] : (tensor<300xi8>) -> tensor<1xi8>
  %e9 = stablehlo.constant dense<-56> : tensor<1xi8>
  stablehlo.custom_call @check.expect_eq(%9, %e9) {has_side_effect = true} : (tensor<1xi8>, tensor<1xi8>) -> ()
  return %0 : tensor<5xi32>
}
