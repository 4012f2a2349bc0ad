// RUN: plait-opt %s --plait-import --plait-propagate --plait-partition-legalize -split-input-file | FileCheck %s
// Tests that parts of a bfloat16 product are added in bfloat16, and that parts of an f32 product are not rounded first.

// CHECK-LABEL: func.func @main
// CHECK:         linalg.generic
// CHECK:         } -> tensor<8x4xf32, {{.*}} partial = {"x" : sum}>>
// CHECK:         %[[ROUNDED:.*]] = linalg.generic
// CHECK:         arith.truncf
// CHECK:         } -> tensor<8x4xbf16, {{.*}} partial = {"x" : sum}>>
// CHECK:         plait.reshard %[[ROUNDED]] : tensor<8x4xbf16
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x256xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %w: tensor<256x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<8x256xbf16>, tensor<256x4xbf16>) -> tensor<8x4xbf16>
  return %0 : tensor<8x4xbf16>
}

// -----

// CHECK-LABEL: func.func @main
// CHECK:         %[[SUM:.*]] = linalg.generic
// CHECK:         } -> tensor<8x4xf32, {{.*}} partial = {"x" : sum}>>
// CHECK:         plait.reshard %[[SUM]] : tensor<8x4xf32
// CHECK:         arith.truncf
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %w: tensor<256x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<8x256xf32>, tensor<256x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.convert %0 : (tensor<8x4xf32>) -> tensor<8x4xbf16>
  return %1 : tensor<8x4xbf16>
}
