// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests that axes of size 1 split nothing: they stay where the user wrote them and
// appear in no type.
plait.mesh @mesh = <"one"=1, "x"=2>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<8x6xf32, #plait.sharding<@mesh, [{"x"}, {}]>> {plait.sharding = #plait.sharding<@mesh, [{"one", "x"}, {}]>}
// CHECK: linalg.exp {{.*}} -> tensor<8x6xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @main(%a: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"one", "x"}, {}]>}) -> tensor<8x6xf32> {
  %e = tensor.empty() : tensor<8x6xf32>
  %r = linalg.exp ins(%a : tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}
