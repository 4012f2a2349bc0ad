// RUN: plait-opt %s --plait-import | FileCheck %s
// Tests that composites "plait.state" say which state an argument is, also
// through a function, and compute nothing.

// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4xf32> {{{.*}}plait.state = #plait.state<parameter>}
// CHECK-SAME: %[[M:[a-z0-9]+]]: tensor<4xf32> {{{.*}}plait.state = #plait.state<optimizer>}
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<4xf32> {plait.name
// CHECK: linalg.generic {{.*}} ins(%[[W]], %[[M]]
// CHECK-NOT: composite
func.func public @main(%w: tensor<4xf32>, %m: tensor<4xf32>, %x: tensor<4xf32> {plait.name = "x"}) -> tensor<4xf32> {
  %0 = stablehlo.composite "plait.state" %w {composite_attributes = {state = "parameter"}, decomposition = @tag} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = func.call @tagged(%m) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.add %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
func.func private @tagged(%m: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.composite "plait.state" %m {composite_attributes = {state = "optimizer"}, decomposition = @tag} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @tag(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
