// RUN: plait-opt %s --plait-import --plait-place --plait-test-equivalence -o /dev/null | FileCheck %s
// RUN: plait-opt %s --plait-import --plait-place --plait-test-equivalence=stage=overlap -o /dev/null | FileCheck %s
// RUN: plait-run %s --check 2>&1 | FileCheck %s --check-prefix=RANKS
// Tests means, variances and the largest of negative values over dimensions of
// 13 and 11 on 2 x 2 x 2 devices: padding must count nowhere.
// CHECK: equivalence: 8 devices, 3 results, max relative difference {{[0-9.]+e-(0[6-9]|10)|0.0e\+00}}
// RANKS: check: 8 ranks equal one device
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
func.func public @main(%a: tensor<13x11xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "z"}, {"y"}]>}) -> (tensor<11xf32>, tensor<11xf32>, tensor<13xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %n = stablehlo.constant dense<13.0> : tensor<11xf32>
  %five = stablehlo.constant dense<5.0> : tensor<13x11xf32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<13x11xf32>, tensor<f32>) -> tensor<11xf32>
  %1 = stablehlo.divide %0, %n : tensor<11xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<11xf32>) -> tensor<13x11xf32>
  %3 = stablehlo.subtract %a, %2 : tensor<13x11xf32>
  %4 = stablehlo.multiply %3, %3 : tensor<13x11xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<13x11xf32>, tensor<f32>) -> tensor<11xf32>
  %6 = stablehlo.divide %5, %n : tensor<11xf32>
  %7 = stablehlo.subtract %a, %five : tensor<13x11xf32>
  %8 = stablehlo.reduce(%7 init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<13x11xf32>, tensor<f32>) -> tensor<13xf32>
  return %1, %6, %8 : tensor<11xf32>, tensor<11xf32>, tensor<13xf32>
}
