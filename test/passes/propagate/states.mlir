// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests that a declared state says what is data: here the batch is an argument that
// the step replaces.
plait.mesh @mesh = <"x"=2>
// CHECK-LABEL: func.func @main
// CHECK: linalg.add {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
func.func @main(%a: tensor<8x8xf32> {plait.state = #plait.state<parameter>, plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
                %b: tensor<8x8xf32> {plait.state = #plait.state<batch>, plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = linalg.add ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
