// RUN: plait-run %s | FileCheck %s
// Tests pads, windows, gather, scatter and dynamic slices at their edges.
// CHECK: 10 of 10 checks hold
func.func public @main() -> tensor<6xf32> {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %nine = stablehlo.constant dense<9.0> : tensor<f32>
  // Negative edges crop after the interior was inserted.
  %0 = stablehlo.pad %x, %nine, low = [1], high = [-2], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<6xf32>
  %e0 = stablehlo.constant dense<[9.0, 1.0, 9.0, 2.0, 9.0, 3.0]> : tensor<6xf32>
  stablehlo.custom_call @check.expect_eq(%0, %e0) {has_side_effect = true} : (tensor<6xf32>, tensor<6xf32>) -> ()
  // The initial value enters once, padding adds nothing.
  %ten = stablehlo.constant dense<10.0> : tensor<f32>
  %1 = "stablehlo.reduce_window"(%x, %ten) <{window_dimensions = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<5xf32>
  %e1 = stablehlo.constant dense<[11.0, 13.0, 15.0, 17.0, 14.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%1, %e1) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  // A negative pad crops.
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 2>, padding = dense<[[-1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<2xf32>
  %e2 = stablehlo.constant dense<[5.0, 7.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%2, %e2) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  // The first of equals is chosen, padding never; overlapping sources add up.
  %t = stablehlo.constant dense<[5.0, 5.0, 1.0, 5.0]> : tensor<4xf32>
  %src = stablehlo.constant dense<[1.0, 2.0, 4.0, 8.0, 16.0]> : tensor<5xf32>
  %3 = "stablehlo.select_and_scatter"(%t, %src, %zero) <{window_dimensions = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<5xf32>, tensor<f32>) -> tensor<4xf32>
  %e3 = stablehlo.constant dense<[3.0, 4.0, 0.0, 24.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%3, %e3) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  // Gather clamps, scatter drops.
  %ix = stablehlo.constant dense<[[-5], [3], [4], [100]]> : tensor<4x1xi32>
  %4 = "stablehlo.gather"(%x, %ix) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<4x1xi32>) -> tensor<4xf32>
  %e4 = stablehlo.constant dense<[1.0, 4.0, 4.0, 4.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%4, %e4) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  %jx = stablehlo.constant dense<[[-1], [0], [0], [4]]> : tensor<4x1xi32>
  %5 = "stablehlo.scatter"(%x, %jx, %x) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<4xf32>
  %e5 = stablehlo.constant dense<[-4.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%5, %e5) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  // Starts are clamped; unsigned ones are large.
  %far = stablehlo.constant dense<4> : tensor<i32>
  %6 = stablehlo.dynamic_slice %x, %far, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
  %e6 = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%6, %e6) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %huge = stablehlo.constant dense<4294967295> : tensor<ui32>
  %7 = stablehlo.dynamic_slice %x, %huge, sizes = [2] : (tensor<4xf32>, tensor<ui32>) -> tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%7, %e6) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  // A case out of range runs the last branch.
  %minus = stablehlo.constant dense<-1> : tensor<i32>
  %8 = "stablehlo.case"(%minus) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    stablehlo.return %t : tensor<4xf32>
  }, {
    stablehlo.return %e4 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%8, %e4) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  // 512 ones in bf16 are 512, though 256 + 1 is not a bf16.
  %ones = stablehlo.constant dense<1.0> : tensor<512xbf16>
  %b0 = stablehlo.constant dense<0.0> : tensor<bf16>
  %9 = stablehlo.reduce(%ones init: %b0) applies stablehlo.add across dimensions = [0] : (tensor<512xbf16>, tensor<bf16>) -> tensor<bf16>
  %e9 = stablehlo.constant dense<512.0> : tensor<bf16>
  stablehlo.custom_call @check.expect_eq(%9, %e9) {has_side_effect = true} : (tensor<bf16>, tensor<bf16>) -> ()
  return %0 : tensor<6xf32>
}
