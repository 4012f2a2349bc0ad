// RUN: plait-run %s | FileCheck %s
// Tests the gradient of a pooling as JAX writes it, with windows of nothing but -inf, NaN, and equal values, against JAX.
// CHECK: 3 of 3 checks hold
func.func public @main() -> tensor<2x8xf32> {
  %x0 = stablehlo.constant dense<[[1.0e+00, 1.0e+00, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 3.0e+00, 0x7FC00000], [0xFF800000, 0xFF800000, 2.0e+00, 5.0e+00, 5.0e+00, 5.0e+00, -1.0e+00, 0xFF800000]]> : tensor<2x8xf32>
  %g0 = stablehlo.constant dense<[[1.0e+00, 2.0e+00, 3.0e+00, 4.0e+00, 5.0e+00, 6.0e+00, 7.0e+00, 8.0e+00], [9.0e+00, 1.0e+01, 1.1e+01, 1.2e+01, 1.3e+01, 1.4e+01, 1.5e+01, 1.6e+01]]> : tensor<2x8xf32>
  %l0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z0 = stablehlo.constant dense<0.0e+00> : tensor<f32>
  %p0 = stablehlo.pad %x0, %l0, low = [0, 1], high = [0, 1], interior = [0, 0] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x10xf32>
  %s0 = "stablehlo.select_and_scatter"(%p0, %g0, %z0) <{window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<2x10xf32>, tensor<2x8xf32>, tensor<f32>) -> tensor<2x10xf32>
  %0 = stablehlo.slice %s0 [0:2, 1:9] : (tensor<2x10xf32>) -> tensor<2x8xf32>
  %e0 = stablehlo.constant dense<[[3.0e+00, 3.0e+00, 4.0e+00, 5.0e+00, 0.0e+00, 0.0e+00, 6.0e+00, 7.0e+00], [0.0e+00, 0.0e+00, 1.0e+01, 3.6e+01, 1.4e+01, 1.5e+01, 1.6e+01, 0.0e+00]]> : tensor<2x8xf32>
  stablehlo.custom_call @check.expect_eq(%0, %e0) {has_side_effect = true} : (tensor<2x8xf32>, tensor<2x8xf32>) -> ()
  %x1 = stablehlo.constant dense<[[1.0e+00, 1.0e+00, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 3.0e+00, 0x7FC00000], [0xFF800000, 0xFF800000, 2.0e+00, 5.0e+00, 5.0e+00, 5.0e+00, -1.0e+00, 0xFF800000]]> : tensor<2x8xf32>
  %g1 = stablehlo.constant dense<[[1.0e+00, 2.0e+00, 3.0e+00, 4.0e+00], [5.0e+00, 6.0e+00, 7.0e+00, 8.0e+00]]> : tensor<2x4xf32>
  %l1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z1 = stablehlo.constant dense<0.0e+00> : tensor<f32>
  %p1 = stablehlo.pad %x1, %l1, low = [0, 1], high = [0, 1], interior = [0, 0] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x10xf32>
  %s1 = "stablehlo.select_and_scatter"(%p1, %g1, %z1) <{window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<2x10xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<2x10xf32>
  %1 = stablehlo.slice %s1 [0:2, 1:9] : (tensor<2x10xf32>) -> tensor<2x8xf32>
  %e1 = stablehlo.constant dense<[[1.0e+00, 2.0e+00, 0.0e+00, 3.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 4.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 1.3e+01, 0.0e+00, 8.0e+00, 0.0e+00, 0.0e+00]]> : tensor<2x8xf32>
  stablehlo.custom_call @check.expect_eq(%1, %e1) {has_side_effect = true} : (tensor<2x8xf32>, tensor<2x8xf32>) -> ()
  %x2 = stablehlo.constant dense<[[1.0e+00, 1.0e+00, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 3.0e+00, 0x7FC00000], [0xFF800000, 0xFF800000, 2.0e+00, 5.0e+00, 5.0e+00, 5.0e+00, -1.0e+00, 0xFF800000]]> : tensor<2x8xf32>
  %g2 = stablehlo.constant dense<[[1.0e+00, 2.0e+00, 3.0e+00, 4.0e+00], [5.0e+00, 6.0e+00, 7.0e+00, 8.0e+00]]> : tensor<2x4xf32>
  %l2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z2 = stablehlo.constant dense<0.0e+00> : tensor<f32>
  %p2 = stablehlo.pad %x2, %l2, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x9xf32>
  %s2 = "stablehlo.select_and_scatter"(%p2, %g2, %z2) <{window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<2x9xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<2x9xf32>
  %2 = stablehlo.slice %s2 [0:2, 0:8] : (tensor<2x9xf32>) -> tensor<2x8xf32>
  %e2 = stablehlo.constant dense<[[1.0e+00, 0.0e+00, 2.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 3.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 5.0e+00, 6.0e+00, 7.0e+00, 0.0e+00, 8.0e+00, 0.0e+00]]> : tensor<2x8xf32>
  stablehlo.custom_call @check.expect_eq(%2, %e2) {has_side_effect = true} : (tensor<2x8xf32>, tensor<2x8xf32>) -> ()
  return %0 : tensor<2x8xf32>
}
