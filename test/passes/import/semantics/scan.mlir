// RUN: plait-run %s | FileCheck %s
// Tests chlo.scan: running sums forwards and backwards with an initial value, of two values at once, loops with other carries, and no slices.
// CHECK: 16 of 16 checks hold
func.func public @main() -> tensor<5x3xf32> {
  %x0_0 = stablehlo.constant dense<[[1.125e+00, -1.0e+00, -1.625e+00], [8.75e-01, -6.25e-01, 2.125e+00], [-2.25e+00, 1.0e+00, 1.125e+00], [-1.25e+00, -2.125e+00, -1.0e+00], [-6.25e-01, 2.375e+00, 1.75e+00]]> : tensor<5x3xf32>
  %c0_0 = stablehlo.constant dense<[-1.375e+00, -2.5e-01, 3.75e-01]> : tensor<3xf32>
  %0:2 = chlo.scan(%x0_0) inits (%c0_0) dimension=0 attributes {is_associative = true} {
  ^bb0(%s0: tensor<3xf32>, %p0: tensor<3xf32>):
    %r = stablehlo.add %s0, %p0 : tensor<3xf32>
    stablehlo.return %r, %r : tensor<3xf32>, tensor<3xf32>
  } : (tensor<5x3xf32>, tensor<3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>)
  %e0 = stablehlo.constant dense<[[-2.5e-01, -1.25e+00, -1.25e+00], [6.25e-01, -1.875e+00, 8.75e-01], [-1.625e+00, -8.75e-01, 2.0e+00], [-2.875e+00, -3.0e+00, 1.0e+00], [-3.5e+00, -6.25e-01, 2.75e+00]]> : tensor<5x3xf32>
  stablehlo.custom_call @check.expect_close(%0#0, %e0) {has_side_effect = true} : (tensor<5x3xf32>, tensor<5x3xf32>) -> ()
  %e1 = stablehlo.constant dense<[-3.5e+00, -6.25e-01, 2.75e+00]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%0#1, %e1) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %x1_0 = stablehlo.constant dense<[[1.125e+00, -1.0e+00, -1.625e+00], [8.75e-01, -6.25e-01, 2.125e+00], [-2.25e+00, 1.0e+00, 1.125e+00], [-1.25e+00, -2.125e+00, -1.0e+00], [-6.25e-01, 2.375e+00, 1.75e+00]]> : tensor<5x3xf32>
  %c1_0 = stablehlo.constant dense<[-1.375e+00, -2.5e-01, 3.75e-01]> : tensor<3xf32>
  %1:2 = chlo.scan(%x1_0) inits (%c1_0) dimension=0 attributes {is_associative = true, is_reverse = true} {
  ^bb0(%s0: tensor<3xf32>, %p0: tensor<3xf32>):
    %r = stablehlo.add %s0, %p0 : tensor<3xf32>
    stablehlo.return %r, %r : tensor<3xf32>, tensor<3xf32>
  } : (tensor<5x3xf32>, tensor<3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>)
  %e2 = stablehlo.constant dense<[[-3.5e+00, -6.25e-01, 2.75e+00], [-4.625e+00, 3.75e-01, 4.375e+00], [-5.5e+00, 1.0e+00, 2.25e+00], [-3.25e+00, 0.0e+00, 1.125e+00], [-2.0e+00, 2.125e+00, 2.125e+00]]> : tensor<5x3xf32>
  stablehlo.custom_call @check.expect_close(%1#0, %e2) {has_side_effect = true} : (tensor<5x3xf32>, tensor<5x3xf32>) -> ()
  %e3 = stablehlo.constant dense<[-3.5e+00, -6.25e-01, 2.75e+00]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%1#1, %e3) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %x2_0 = stablehlo.constant dense<[[1.125e+00, -1.0e+00, -1.625e+00], [8.75e-01, -6.25e-01, 2.125e+00], [-2.25e+00, 1.0e+00, 1.125e+00], [-1.25e+00, -2.125e+00, -1.0e+00], [-6.25e-01, 2.375e+00, 1.75e+00]]> : tensor<5x3xf32>
  %c2_0 = stablehlo.constant dense<[-1.375e+00, -2.5e-01, 3.75e-01]> : tensor<3xf32>
  %2:2 = chlo.scan(%x2_0) inits (%c2_0) dimension=0 attributes {is_reverse = true} {
  ^bb0(%s0: tensor<3xf32>, %p0: tensor<3xf32>):
    %r = stablehlo.add %s0, %p0 : tensor<3xf32>
    stablehlo.return %r, %r : tensor<3xf32>, tensor<3xf32>
  } : (tensor<5x3xf32>, tensor<3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>)
  %e4 = stablehlo.constant dense<[[-3.5e+00, -6.25e-01, 2.75e+00], [-4.625e+00, 3.75e-01, 4.375e+00], [-5.5e+00, 1.0e+00, 2.25e+00], [-3.25e+00, 0.0e+00, 1.125e+00], [-2.0e+00, 2.125e+00, 2.125e+00]]> : tensor<5x3xf32>
  stablehlo.custom_call @check.expect_close(%2#0, %e4) {has_side_effect = true} : (tensor<5x3xf32>, tensor<5x3xf32>) -> ()
  %e5 = stablehlo.constant dense<[-3.5e+00, -6.25e-01, 2.75e+00]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%2#1, %e5) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %x3_0 = stablehlo.constant dense<[[2.0e+00, 1.0e+00, 2.0e+00, 2.0e+00, 2.0e+00, 1.0e+00], [1.0e+00, 2.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00]]> : tensor<2x6xf32>
  %x3_1 = stablehlo.constant dense<[[1.75e+00, 7.5e-01, 6.25e-01, 2.375e+00, -1.25e-01, -2.375e+00], [-1.75e+00, -1.25e+00, 7.5e-01, -7.5e-01, -1.0e+00, -2.0e+00]]> : tensor<2x6xf32>
  %c3_0 = stablehlo.constant dense<[2.0e+00, 2.0e+00]> : tensor<2xf32>
  %c3_1 = stablehlo.constant dense<[1.0e+00, -2.5e+00]> : tensor<2xf32>
  %3:4 = chlo.scan(%x3_0, %x3_1) inits (%c3_0, %c3_1) dimension=1 attributes {is_associative = true} {
  ^bb0(%s0: tensor<2xf32>, %s1: tensor<2xf32>, %p0: tensor<2xf32>, %p1: tensor<2xf32>):
    %m = stablehlo.multiply %s0, %p0 : tensor<2xf32>
    %n = stablehlo.multiply %s0, %p1 : tensor<2xf32>
    %o = stablehlo.add %n, %s1 : tensor<2xf32>
    stablehlo.return %m, %o, %m, %o : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  } : (tensor<2x6xf32>, tensor<2x6xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x6xf32>, tensor<2x6xf32>, tensor<2xf32>, tensor<2xf32>)
  %e6 = stablehlo.constant dense<[[4.0e+00, 4.0e+00, 8.0e+00, 1.6e+01, 3.2e+01, 3.2e+01], [2.0e+00, 4.0e+00, 4.0e+00, 4.0e+00, 4.0e+00, 4.0e+00]]> : tensor<2x6xf32>
  stablehlo.custom_call @check.expect_close(%3#0, %e6) {has_side_effect = true} : (tensor<2x6xf32>, tensor<2x6xf32>) -> ()
  %e7 = stablehlo.constant dense<[[3.75e+00, 4.5e+00, 9.625e+00, 2.1625e+01, 4.3125e+01, 4.075e+01], [-4.25e+00, -9.75e+00, -9.0e+00, -9.75e+00, -1.075e+01, -1.275e+01]]> : tensor<2x6xf32>
  stablehlo.custom_call @check.expect_close(%3#1, %e7) {has_side_effect = true} : (tensor<2x6xf32>, tensor<2x6xf32>) -> ()
  %e8 = stablehlo.constant dense<[3.2e+01, 4.0e+00]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%3#2, %e8) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %e9 = stablehlo.constant dense<[4.075e+01, -1.275e+01]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%3#3, %e9) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %x4_0 = stablehlo.constant dense<[[[-2.5e-01, 1.125e+00], [0.0e+00, 8.75e-01]], [[1.375e+00, -1.5e+00], [-2.125e+00, -2.25e+00]], [[3.75e-01, -1.25e+00], [-1.625e+00, 1.125e+00]], [[1.5e+00, 2.25e+00], [-1.25e-01, 0.0e+00]]]> : tensor<4x2x2xf32>
  %c4_0 = stablehlo.constant dense<[2.375e+00, 0.0e+00]> : tensor<2xf32>
  %4:2 = chlo.scan(%x4_0) inits (%c4_0) dimension=0 {
  ^bb0(%s0: tensor<2x2xf32>, %p0: tensor<2xf32>):
    %two = stablehlo.constant dense<2.0> : tensor<2xf32>
    %o = stablehlo.multiply %p0, %two : tensor<2xf32>
    %q = stablehlo.dot_general %s0, %p0, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %o, %q : tensor<2xf32>, tensor<2xf32>
  } : (tensor<4x2x2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>)
  %e10 = stablehlo.constant dense<[[4.75e+00, 0.0e+00], [-1.1875e+00, 0.0e+00], [-1.6328125e+00, 2.5234375e+00], [-3.7666016e+00, 5.4921875e+00]]> : tensor<4x2xf32>
  stablehlo.custom_call @check.expect_close(%4#0, %e10) {has_side_effect = true} : (tensor<4x2xf32>, tensor<4x2xf32>) -> ()
  %e11 = stablehlo.constant dense<[3.3537598e+00, 2.354126e-01]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%4#1, %e11) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %x5_0 = stablehlo.constant dense<[[1.125e+00, -1.0e+00, -1.625e+00], [8.75e-01, -6.25e-01, 2.125e+00], [-2.25e+00, 1.0e+00, 1.125e+00], [-1.25e+00, -2.125e+00, -1.0e+00], [-6.25e-01, 2.375e+00, 1.75e+00]]> : tensor<5x3xf32>
  %c5_0 = stablehlo.constant dense<[-1.375e+00, -2.5e-01, 3.75e-01]> : tensor<3xf32>
  %5:2 = chlo.scan(%x5_0) inits (%c5_0) dimension=0 attributes {is_associative = true} {
  ^bb0(%s0: tensor<3xf32>, %p0: tensor<3xf32>):
    %two = stablehlo.constant dense<2.0> : tensor<f32>
    %w = stablehlo.broadcast_in_dim %two, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %d = stablehlo.multiply %s0, %w : tensor<3xf32>
    %r = stablehlo.maximum %p0, %d : tensor<3xf32>
    stablehlo.return %r, %r : tensor<3xf32>, tensor<3xf32>
  } : (tensor<5x3xf32>, tensor<3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>)
  %e12 = stablehlo.constant dense<[[2.25e+00, -2.5e-01, 3.75e-01], [2.25e+00, -2.5e-01, 4.25e+00], [2.25e+00, 2.0e+00, 4.25e+00], [2.25e+00, 2.0e+00, 4.25e+00], [2.25e+00, 4.75e+00, 4.25e+00]]> : tensor<5x3xf32>
  stablehlo.custom_call @check.expect_close(%5#0, %e12) {has_side_effect = true} : (tensor<5x3xf32>, tensor<5x3xf32>) -> ()
  %e13 = stablehlo.constant dense<[2.25e+00, 4.75e+00, 4.25e+00]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%5#1, %e13) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %x6_0 = stablehlo.constant dense<> : tensor<0x3xf32>
  %c6_0 = stablehlo.constant dense<[-1.375e+00, -2.5e-01, 3.75e-01]> : tensor<3xf32>
  %6:2 = chlo.scan(%x6_0) inits (%c6_0) dimension=0 attributes {is_associative = true} {
  ^bb0(%s0: tensor<3xf32>, %p0: tensor<3xf32>):
    %r = stablehlo.add %s0, %p0 : tensor<3xf32>
    stablehlo.return %r, %r : tensor<3xf32>, tensor<3xf32>
  } : (tensor<0x3xf32>, tensor<3xf32>) -> (tensor<0x3xf32>, tensor<3xf32>)
  %e14 = stablehlo.constant dense<> : tensor<0x3xf32>
  stablehlo.custom_call @check.expect_close(%6#0, %e14) {has_side_effect = true} : (tensor<0x3xf32>, tensor<0x3xf32>) -> ()
  %e15 = stablehlo.constant dense<[-1.375e+00, -2.5e-01, 3.75e-01]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%6#1, %e15) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return %0#0 : tensor<5x3xf32>
}
