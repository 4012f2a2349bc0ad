// RUN: plait-compile %s --emit-shardings=sdy | FileCheck %s
// Tests constraints of a function: completed where all calls agree, as they were where calls differ.
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func public @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                       %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>})
    -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = call @once(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = call @twice(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = call @twice(%b) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
// CHECK-LABEL: func.func private @once
func.func private @once(%v: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: sdy.sharding_constraint %{{.*}} <@mesh, [{"x"}, {"y"}]>
  %0 = sdy.sharding_constraint %v <@mesh, [{?}, {"y"}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// CHECK-LABEL: func.func private @twice
func.func private @twice(%v: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: sdy.sharding_constraint %{{.*}} <@mesh, [{?}, {?}], replicated={"x"}>
  %0 = stablehlo.exponential %v : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{?}, {?}], replicated={"x"}> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
