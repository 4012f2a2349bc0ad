// RUN: plait-run %s --check 2>&1 | FileCheck %s
// Tests that a branch may give a value from outside of it that is also a result.
// CHECK: check: 1 ranks equal one device: worst difference 0.0e+00, 2 results
func.func public @main(%a: tensor<i32>, %b: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %0 = stablehlo.minimum %a, %b : tensor<i32>
  %1 = "stablehlo.case"(%0) ({
    %2 = stablehlo.add %a, %0 : tensor<i32>
    stablehlo.return %2 : tensor<i32>
   }, {
    stablehlo.return %0 : tensor<i32>
   }) : (tensor<i32>) -> tensor<i32>
  return %0, %1 : tensor<i32>, tensor<i32>
}
