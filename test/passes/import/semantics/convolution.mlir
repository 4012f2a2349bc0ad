// RUN: plait-run %s | FileCheck %s
// Tests convolutions against values worked out by hand: no flip, reversal, both kinds of groups.
// CHECK: 4 of 4 checks hold
func.func public @main() -> tensor<1x3x1xf32> {
  %x = stablehlo.constant dense<[[[1.0], [2.0], [3.0], [4.0], [5.0]]]> : tensor<1x5x1xf32>
  %k = stablehlo.constant dense<[[[1.0]], [[10.0]], [[100.0]]]> : tensor<3x1x1xf32>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x1xf32>, tensor<3x1x1xf32>) -> tensor<1x3x1xf32>
  %e0 = stablehlo.constant dense<[[[321.0], [432.0], [543.0]]]> : tensor<1x3x1xf32>
  stablehlo.custom_call @check.expect_eq(%0, %e0) {has_side_effect = true} : (tensor<1x3x1xf32>, tensor<1x3x1xf32>) -> ()
  %1 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x1xf32>, tensor<3x1x1xf32>) -> tensor<1x3x1xf32>
  %e1 = stablehlo.constant dense<[[[123.0], [234.0], [345.0]]]> : tensor<1x3x1xf32>
  stablehlo.custom_call @check.expect_eq(%1, %e1) {has_side_effect = true} : (tensor<1x3x1xf32>, tensor<1x3x1xf32>) -> ()
  %y = stablehlo.constant dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf32>
  %g = stablehlo.constant dense<[[[1.0, 10.0, 100.0, 1000.0]]]> : tensor<1x1x4xf32>
  %2 = stablehlo.convolution(%y, %g) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x1x2xf32>, tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  %e2 = stablehlo.constant dense<[[[1.0, 10.0, 200.0, 2000.0]]]> : tensor<1x1x4xf32>
  stablehlo.custom_call @check.expect_eq(%2, %e2) {has_side_effect = true} : (tensor<1x1x4xf32>, tensor<1x1x4xf32>) -> ()
  %z = stablehlo.constant dense<[[[1.0]], [[2.0]], [[3.0]], [[4.0]]]> : tensor<4x1x1xf32>
  %h = stablehlo.constant dense<[[[1.0, 100.0]]]> : tensor<1x1x2xf32>
  %3 = stablehlo.convolution(%z, %h) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x1x1xf32>, tensor<1x1x2xf32>) -> tensor<2x1x2xf32>
  %e3 = stablehlo.constant dense<[[[1.0, 300.0]], [[2.0, 400.0]]]> : tensor<2x1x2xf32>
  stablehlo.custom_call @check.expect_eq(%3, %e3) {has_side_effect = true} : (tensor<2x1x2xf32>, tensor<2x1x2xf32>) -> ()
  return %0 : tensor<1x3x1xf32>
}
