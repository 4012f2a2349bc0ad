// RUN: plait-opt %s --plait-codegen-cpu-inline-kernels | FileCheck %s
// Tests that kernel regions dissolve into the function around them.
// CHECK-LABEL: func @kernel_in_loop
func.func @kernel_in_loop(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    // CHECK-NOT: plait.kernel
    // CHECK: %[[NEGATED:.*]] = arith.negf
    // CHECK: scf.yield %[[NEGATED]]
    %k = plait.kernel "negate" flops 4 bytes 32 predicted_ns 1 -> (tensor<4xf32>) {
      %0 = arith.negf %a : tensor<4xf32>
      plait.yield %0 : tensor<4xf32>
    }
    scf.yield %k : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func @two_results
func.func @two_results(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[A:.*]] = arith.negf
  // CHECK: %[[B:.*]] = math.absf
  // CHECK: return %[[B]], %[[A]]
  %k:2 = plait.kernel "two" flops 8 bytes 48 predicted_ns 1 -> (tensor<4xf32>, tensor<4xf32>) {
    %0 = arith.negf %x : tensor<4xf32>
    %1 = math.absf %x : tensor<4xf32>
    plait.yield %1, %0 : tensor<4xf32>, tensor<4xf32>
  }
  return %k#0, %k#1 : tensor<4xf32>, tensor<4xf32>
}
