// RUN: plait-compile %s --emit-shardings=sdy-collectives -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: plait-run %t.mlir --check 2>&1 | FileCheck %s --check-prefix=SAME
// Tests parts of a largest element, which a called function takes; what is in a
// function that is called twice stays as it is.
// SAME: check: 4 ranks equal one device
sdy.mesh @mesh = <["x"=4]>
// CHECK: func.func public @main(
func.func public @main(%a: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  // CHECK: %[[M:.*]] = stablehlo.reduce({{.*}} unreduced
  // CHECK: %[[R:.*]] = sdy.all_reduce max {"x"} %[[M]] out_sharding=<@mesh, [{}]>
  // CHECK: call @twice(%[[R]])
  %0 = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<6x8xf32>, tensor<f32>) -> tensor<6xf32>
  %1 = call @twice(%0) : (tensor<6xf32>) -> tensor<6xf32>
  %2 = call @twice(%1) : (tensor<6xf32>) -> tensor<6xf32>
  return %2 : tensor<6xf32>
}
// CHECK-LABEL: func.func private @twice
// CHECK-NOT: sdy.all
func.func private @twice(%v: tensor<6xf32>) -> tensor<6xf32> {
  %0 = stablehlo.sine %v : tensor<6xf32>
  return %0 : tensor<6xf32>
}
