// RUN: plait-opt %s --plait-codegen-cpu-expand-linalgx | FileCheck %s
// Tests that dynamic slices become static sizes at clamped offsets, and that a
// dimension taken whole needs no start.
// CHECK-LABEL: func @read
func.func @read(%x: tensor<8x6xf32>, %i: index, %j: index) -> tensor<2x6xf32> {
  // CHECK: %[[LOW:.*]] = arith.maxsi %{{.*}}, %c0
  // CHECK: %[[AT:.*]] = arith.minsi %[[LOW]], %c6
  // CHECK: tensor.extract_slice %{{.*}}[%[[AT]], 0] [2, 6] [1, 1]
  %r = linalgx.dynamic_slice %x[%i, %j] : tensor<8x6xf32> -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}
// CHECK-LABEL: func @write
func.func @write(%x: tensor<8x6xf32>, %u: tensor<1x6xf32>, %i: index, %j: index) -> tensor<8x6xf32> {
  // CHECK: %[[AT:.*]] = arith.minsi %{{.*}}, %c7
  // CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[%[[AT]], 0] [1, 6] [1, 1]
  %r = linalgx.dynamic_update_slice %u into %x[%i, %j] : tensor<1x6xf32> into tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}
