// RUN: plait-opt %s --inline | FileCheck %s
// Private functions are inlined, also into the regions of stablehlo ops.

// CHECK-LABEL: func.func @main(
// CHECK-NOT: call
// CHECK: stablehlo.while
// CHECK: } do {
// CHECK-NEXT: stablehlo.add
// CHECK-NOT: call
// CHECK: return
func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.while(%iterArg = %n) : tensor<i32>
   cond {
    %1 = func.call @less(%iterArg) : (tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = func.call @next(%iterArg) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }
  %2 = call @next(%0) : (tensor<i32>) -> tensor<i32>
  return %2 : tensor<i32>
}
func.func private @next(%n: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %n, %n : tensor<i32>
  return %0 : tensor<i32>
}
func.func private @less(%n: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %n, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
