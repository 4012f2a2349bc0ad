// RUN: plait-opt %s --plait-import | FileCheck %s
// Tests that calls within reducers and loops are inlined, and that constants and counters are seen
// through calls.

// CHECK-LABEL: func @main
func.func @main(%x: tensor<4xf32>, %t: tensor<5x4xf32>) -> (tensor<f32>, tensor<1x4xf32>) {
  // CHECK: linalg.generic {{.*}} iterator_types = ["reduction"]}
  // CHECK: arith.maximumf
  %c = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce"(%x, %c) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = func.call @larger(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  // CHECK: scf.for %[[I:[a-z0-9]+]] =
  // CHECK: linalgx.dynamic_slice %arg1[%[[I]], %{{.*}}]
  // CHECK: linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}, #{{.*}}], {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x4xf32>, tensor<1x4xf32>)
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<1x4xf32>
  %2:2 = stablehlo.while(%i = %c0, %s = %z) : tensor<i32>, tensor<1x4xf32>
   cond {
    %c5 = stablehlo.constant dense<5> : tensor<i32>
    %3 = stablehlo.compare LT, %i, %c5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  } do {
    %3 = func.call @row(%t, %i) : (tensor<5x4xf32>, tensor<i32>) -> tensor<1x4xf32>
    %4 = stablehlo.add %s, %3 : tensor<1x4xf32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %5 = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %5, %4 : tensor<i32>, tensor<1x4xf32>
  }
  return %0, %2#1 : tensor<f32>, tensor<1x4xf32>
}
func.func private @larger(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.maximum %a, %b : tensor<f32>
  return %0 : tensor<f32>
}
func.func private @row(%t: tensor<5x4xf32>, %i: tensor<i32>) -> tensor<1x4xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_slice %t, %i, %c0, sizes = [1, 4] : (tensor<5x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}
