// RUN: plait-opt %s --plait-propagate-shardings | FileCheck %s
// Tests that what is made from no tensor has one use each, chains included, and that
// what nobody uses goes.

// CHECK-LABEL: func.func @chain
// CHECK: %[[E0:.*]] = tensor.empty
// CHECK: %[[E1:.*]] = tensor.empty
// CHECK: %[[F0:.*]] = linalg.fill {{.*}} outs(%[[E0]]
// CHECK: %[[F1:.*]] = linalg.fill {{.*}} outs(%[[E1]]
// CHECK-NOT: linalg.fill
// CHECK: return
func.func @chain(%z: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %f, %f : tensor<4xf32>, tensor<4xf32>
}
// CHECK-LABEL: func.func @unused
// CHECK-NOT: arith.constant
// CHECK: return
func.func @unused() {
  %c = arith.constant dense<1.0> : tensor<4xf32>
  return
}
// CHECK-LABEL: func.func @stays_outside_the_loop
// CHECK-COUNT-2: arith.constant dense<1.0
// CHECK: scf.for
// CHECK-NOT: arith.constant
// CHECK: return
func.func @stays_outside_the_loop(%n: index, %a: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = arith.constant dense<1.0> : tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> tensor<4xf32> {
    %0 = arith.addf %s, %c : tensor<4xf32>
    %1 = arith.mulf %0, %c : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
