// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests an init that holds a value: it conducts like an operand, and where it lies
// otherwise it is resharded, since an op's result has the type of its init.
plait.mesh @mesh = <"x"=2>
// CHECK-LABEL: func.func @main
// CHECK: %[[R:.*]] = plait.reshard %arg2 : {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: linalg.matmul {{.*}} outs(%[[R]] : {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @main(%a: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<6x4xf32>,
                %old: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {}]>}) -> tensor<8x4xf32> {
  %r = linalg.matmul ins(%a, %w : tensor<8x6xf32>, tensor<6x4xf32>) outs(%old : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
