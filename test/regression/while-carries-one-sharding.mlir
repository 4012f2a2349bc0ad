// RUN: plait-opt %s --plait-import --plait-place --plait-test-equivalence -o /dev/null | FileCheck %s
// RUN: plait-run %s --check 2>&1 | FileCheck %s --check-prefix=RANKS
// Tests that an uncounted loop carries a value in one sharding, though what goes
// in and what comes out have two.
// CHECK: equivalence: 6 devices, 1 results
// RANKS: check: 6 ranks equal one device
sdy.mesh @mesh = <["x"=2, "y"=3]>
func.func public @main(%arg0: tensor<4xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}]>}) -> (tensor<4xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>}) {
  %v3 = stablehlo.constant dense<1.0> : tensor<f64>
  %v4 = stablehlo.constant dense<20.0> : tensor<f64>
  %v5 = stablehlo.constant dense<-1.0e+30> : tensor<f64>
  %v6_o = stablehlo.broadcast_in_dim %v3, dims = [] : (tensor<f64>) -> tensor<4xf64>
  %v6 = stablehlo.while(%c = %arg0) : tensor<4xf64>
   cond {
    %1 = stablehlo.reduce(%c init: %v5) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %2 = stablehlo.compare LT, %1, %v4 : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
   } do {
    %1 = stablehlo.abs %c : tensor<4xf64>
    %2 = stablehlo.add %1, %1 : tensor<4xf64>
    %3 = stablehlo.add %2, %v6_o : tensor<4xf64>
    stablehlo.return %3 : tensor<4xf64>
   }
  return %v6 : tensor<4xf64>
}

