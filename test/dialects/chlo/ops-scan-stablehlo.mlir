// RUN: plait-opt %s | plait-opt | FileCheck %s --strict-whitespace
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s --strict-whitespace
// Tests that the body of scan is read as JAX prints it, with ops of StableHLO.

// CHECK-LABEL: func @cumulative_sum
func.func @cumulative_sum(%a: tensor<2x3xf32>, %v3: tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>) {
  // CHECK: chlo.scan(%{{.*}}) inits (%{{.*}}) dimension=0 attributes {is_associative = true} {
  %0:2 = chlo.scan(%a) inits (%v3) dimension=0  attributes {is_associative = true} {
  ^bb0(%x: tensor<3xf32>, %y: tensor<3xf32>):
    // CHECK: %[[S:.*]] = stablehlo.add %{{.*}}, %{{.*}} : tensor<3xf32>
    %1 = stablehlo.add %x, %y : tensor<3xf32>
    // CHECK-NEXT: stablehlo.return %[[S]], %[[S]] : tensor<3xf32>, tensor<3xf32>
    stablehlo.return %1, %1 : tensor<3xf32>, tensor<3xf32>
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<3xf32>
}
