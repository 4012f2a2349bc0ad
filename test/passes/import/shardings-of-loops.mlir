// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests that the shardings of a loop stand on what it carries: on the initial and on the next value.

sdy.mesh @mesh = <["x"=4]>
// CHECK-LABEL: func @main
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[I:.*]] = plait.constraint %arg0 <@mesh, [{"x"}]>
  // CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[I]])
  // CHECK: %[[N:.*]] = plait.constraint %{{.*}} <@mesh, [{"x"}]>
  // CHECK: scf.yield %[[N]]
  // CHECK-NOT: plait.constraint
  // CHECK: return %[[R]]
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c0, %a = %x) : tensor<i32>, tensor<8xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{"x"}]>]>}
   cond {
    %c5 = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %c5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.negate %a : tensor<8xf32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %2 = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<8xf32>
  }
  return %0#1 : tensor<8xf32>
}
