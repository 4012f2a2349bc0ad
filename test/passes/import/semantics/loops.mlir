// RUN: plait-run %s | FileCheck %s
// Tests counted loops: counters after the loop, steps, second counters, no trip, unsigned bounds.
// CHECK: 6 of 6 checks hold
func.func public @main() -> tensor<i32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %c10 = stablehlo.constant dense<10> : tensor<i32>
  // 0, 3, 6, 9: four trips; the second counter falls by 2.
  %0:3 = stablehlo.while(%i = %c0, %j = %c10, %s = %c0) : tensor<i32>, tensor<i32>, tensor<i32>
   cond {
    %1 = stablehlo.compare LT, %i, %c10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.multiply %i, %j : tensor<i32>
    %2 = stablehlo.add %s, %1 : tensor<i32>
    %3 = stablehlo.add %i, %c3 : tensor<i32>
    %m = stablehlo.constant dense<-2> : tensor<i32>
    %4 = stablehlo.add %j, %m : tensor<i32>
    stablehlo.return %3, %4, %2 : tensor<i32>, tensor<i32>, tensor<i32>
  }
  %i.e = stablehlo.constant dense<12> : tensor<i32>
  %j.e = stablehlo.constant dense<2> : tensor<i32>
  // 0*10 + 3*8 + 6*6 + 9*4
  %s.e = stablehlo.constant dense<96> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%0#0, %i.e) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  stablehlo.custom_call @check.expect_eq(%0#1, %j.e) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  stablehlo.custom_call @check.expect_eq(%0#2, %s.e) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  // A start above the bound: no trip.
  %5:2 = stablehlo.while(%i = %c10, %s = %c1) : tensor<i32>, tensor<i32>
   cond {
    %1 = stablehlo.compare LT, %i, %c3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.multiply %s, %c3 : tensor<i32>
    %2 = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<i32>
  }
  stablehlo.custom_call @check.expect_eq(%5#0, %c10) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  stablehlo.custom_call @check.expect_eq(%5#1, %c1) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  // An unsigned bound beyond the signed ones.
  %u = stablehlo.constant dense<4294967290> : tensor<ui32>
  %6:2 = stablehlo.while(%i = %u, %s = %c0) : tensor<ui32>, tensor<i32>
   cond {
    %b = stablehlo.constant dense<4294967295> : tensor<ui32>
    %1 = stablehlo.compare LT, %i, %b, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %o = stablehlo.constant dense<1> : tensor<ui32>
    %1 = stablehlo.add %s, %c3 : tensor<i32>
    %2 = stablehlo.add %i, %o : tensor<ui32>
    stablehlo.return %2, %1 : tensor<ui32>, tensor<i32>
  }
  %c15 = stablehlo.constant dense<15> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%6#1, %c15) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return %0#2 : tensor<i32>
}
