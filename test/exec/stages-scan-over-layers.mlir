// RUN: plait-opt %s --plait-import --plait-place --plait-test-equivalence -o /dev/null | FileCheck %s
// RUN: plait-opt %s --plait-import --plait-place --plait-test-equivalence=stage=overlap -o /dev/null | FileCheck %s
// RUN: plait-run %s --check --steps 2 2>&1 | FileCheck %s --check-prefix=RANKS
// Tests a loop over 3 layers whose weights are stacked and split over both axes:
// the collectives of its body run 3 times.
// CHECK: equivalence: 6 devices, 2 results, max relative difference {{[0-9.]+e-(0[6-9]|10)}}
// CHECK-SAME: x3 (
// RANKS: check: 6 ranks equal one device
sdy.mesh @mesh = <["data"=3, "model"=2]>
func.func public @main(%x: tensor<5x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
    %w: tensor<3x6x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}) -> (tensor<5x6xf32>, tensor<3x5x6xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %stack = stablehlo.constant dense<0.0> : tensor<3x5x6xf32>
  %0:3 = stablehlo.while(%i = %zero, %h = %x, %s = %stack) : tensor<i32>, tensor<5x6xf32>, tensor<3x5x6xf32>
   cond {
    %1 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
   } do {
    %1 = stablehlo.dynamic_slice %w, %i, %zero, %zero, sizes = [1, 6, 6] : (tensor<3x6x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x6xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x6x6xf32>) -> tensor<6x6xf32>
    %3 = stablehlo.dot_general %h, %2, contracting_dims = [1] x [0] : (tensor<5x6xf32>, tensor<6x6xf32>) -> tensor<5x6xf32>
    %4 = stablehlo.tanh %3 : tensor<5x6xf32>
    %5 = stablehlo.reshape %4 : (tensor<5x6xf32>) -> tensor<1x5x6xf32>
    %6 = stablehlo.dynamic_update_slice %s, %5, %i, %zero, %zero : (tensor<3x5x6xf32>, tensor<1x5x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x5x6xf32>
    %7 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %7, %4, %6 : tensor<i32>, tensor<5x6xf32>, tensor<3x5x6xf32>
   }
  return %0#1, %0#2 : tensor<5x6xf32>, tensor<3x5x6xf32>
}
