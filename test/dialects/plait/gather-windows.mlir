// RUN: plait-opt %s --cse | FileCheck %s
// Tests that equal gathers of one window share a copy, and that two windows of one parameter never do.

plait.mesh @mesh = <"data"=4>

// CHECK-LABEL: func @windows
func.func @windows(%w: tensor<8x6xf32>) -> (tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>) {
  // CHECK: %[[F:.*]] = plait.gather %{{.*}} window "fwd"
  // CHECK: %[[B:.*]] = plait.gather %{{.*}} window "bwd"
  // CHECK-NOT: plait.gather
  // CHECK: return %[[F]], %[[F]], %[[B]]
  %0 = plait.gather %w over @mesh["data"] window "fwd" : tensor<8x6xf32> -> tensor<8x6xf32>
  %1 = plait.gather %w over @mesh["data"] window "fwd" : tensor<8x6xf32> -> tensor<8x6xf32>
  %2 = plait.gather %w over @mesh["data"] window "bwd" : tensor<8x6xf32> -> tensor<8x6xf32>
  return %0, %1, %2 : tensor<8x6xf32>, tensor<8x6xf32>, tensor<8x6xf32>
}
