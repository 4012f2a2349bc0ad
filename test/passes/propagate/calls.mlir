// RUN: plait-opt %s --plait-import --plait-propagate | FileCheck %s
// Tests that each call of a function has shardings of its own: bodies are inlined before anything is propagated.
// CHECK-LABEL: func.func @main
// CHECK: math.tanh
// CHECK: } -> tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: math.tanh
// CHECK: } -> tensor<8x4xf32, #plait.sharding<@mesh, [{}, {"y"}]>>
// CHECK-NOT: func.func
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %0 = call @layer(%a) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = call @layer(%b) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0, %1 : tensor<8x4xf32>, tensor<8x4xf32>
}
func.func private @layer(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.tanh %x : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
