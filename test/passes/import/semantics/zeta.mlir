// RUN: plait-run %s | FileCheck %s
// Tests Hurwitz' zeta function and polygamma at poles, for large and negative arguments, against SciPy.
// CHECK: 4 of 4 checks hold
func.func public @main() -> tensor<16xf32> {
  %x0 = stablehlo.constant dense<[1.0e+00, 1.5e+00, 2.0e+00, 2.0e+00, 3.0e+00, 4.0e+00, 1.0e+01, 6.0e+01, 2.0e+00, 3.0e+00, 5.0e-01, 2.5e+00, 2.0e+00, 2.0e+00, 3.0e+00, 2.0e+00]> : tensor<16xf32>
  %q0 = stablehlo.constant dense<[1.0e+00, 2.5e-01, 1.0e+00, 1.0e+04, 5.0e-01, 3.0e+01, 3.0e+00, 1.0e+00, -2.0e+00, -2.0e+00, 1.0e+00, -5.0e-01, -5.0e-01, -7.25e+00, -3.5e+00, -4.05e+01]> : tensor<16xf32>
  %0 = chlo.zeta %x0, %q0 : tensor<16xf32>, tensor<16xf32> -> tensor<16xf32>
  %e0 = stablehlo.constant dense<[0x7F800000, 1.0213056e+01, 1.644934e+00, 1.00005e-04, 8.414398e+00, 1.2976673e-05, 1.8012628e-05, 1.0e+00, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 8.934802e+00, 1.9610355e+01, 3.077841e-02, 0x7FC00000]> : tensor<16xf32>
  stablehlo.custom_call @check.expect_close(%0, %e0) {has_side_effect = true} : (tensor<16xf32>, tensor<16xf32>) -> ()
  %x1 = stablehlo.constant dense<[1.0, 1.5, 2.0, 2.0, 3.0, 4.0, 10.0, 60.0, 2.0, 3.0, 0.5, 2.5, 2.0, 2.0, 3.0, 2.0]> : tensor<16xf64>
  %q1 = stablehlo.constant dense<[1.0, 0.25, 1.0, 10000.0, 0.5, 30.0, 3.0, 1.0, -2.0, -2.0, 1.0, -0.5, -0.5, -7.25, -3.5, -40.5]> : tensor<16xf64>
  %1 = chlo.zeta %x1, %q1 : tensor<16xf64>, tensor<16xf64> -> tensor<16xf64>
  %e1 = stablehlo.constant dense<[0x7FF0000000000000, 10.213055360466601, 1.6449340668482266, 0.00010000500016666666, 8.414398322117158, 1.2976672774560213e-05, 1.8012627818085337e-05, 1.0, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 8.934802200544679, 19.61035453929327, 0.03077841066051351, 0x7FF8000000000000]> : tensor<16xf64>
  stablehlo.custom_call @check.expect_close(%1, %e1) {has_side_effect = true} : (tensor<16xf64>, tensor<16xf64>) -> ()
  %n0 = stablehlo.constant dense<[0.0e+00, 1.0e+00, 1.0e+00, 2.0e+00, 3.0e+00, 5.0e+00, 1.0e+00, -1.0e+00, 1.5e+00, 2.0e+00, 1.2e+01, 1.0e+00]> : tensor<12xf32>
  %p0 = stablehlo.constant dense<[2.5e+00, 1.0e-01, 4.0e+00, 1.5e+00, 2.0e+01, 7.5e-01, 0.0e+00, 1.0e+00, 1.0e+00, -5.0e-01, 2.0e+00, 0x7F800000]> : tensor<12xf32>
  %2 = chlo.polygamma %n0, %p0 : tensor<12xf32>, tensor<12xf32> -> tensor<12xf32>
  %e2 = stablehlo.constant dense<[7.0315665e-01, 1.014333e+02, 2.8382295e-01, -8.287966e-01, 2.6937423e-04, 6.7875336e+02, 0x7F800000, 0x7FC00000, 0x7FC00000, -8.287966e-01, -5.877989e+04, 0.0e+00]> : tensor<12xf32>
  stablehlo.custom_call @check.expect_close(%2, %e2) {has_side_effect = true} : (tensor<12xf32>, tensor<12xf32>) -> ()
  %n1 = stablehlo.constant dense<[0.0, 1.0, 1.0, 2.0, 3.0, 5.0, 1.0, -1.0, 1.5, 2.0, 12.0, 1.0]> : tensor<12xf64>
  %p1 = stablehlo.constant dense<[2.5, 0.1, 4.0, 1.5, 20.0, 0.75, 0.0, 1.0, 1.0, -0.5, 2.0, 0x7FF0000000000000]> : tensor<12xf64>
  %3 = chlo.polygamma %n1, %p1 : tensor<12xf64>, tensor<12xf64> -> tensor<12xf64>
  %e3 = stablehlo.constant dense<[0.7031566406452432, 101.43329915079275, 0.28382295573711525, -0.8287966442343201, 0.00026937422133963896, 678.7533428745797, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, -0.8287966442343201, -58779.88983145244, 0.0]> : tensor<12xf64>
  stablehlo.custom_call @check.expect_close(%3, %e3) {has_side_effect = true} : (tensor<12xf64>, tensor<12xf64>) -> ()
  return %0 : tensor<16xf32>
}
