// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests a region that is manual over one of two axes: operands lie as it says, the
// other axis passes into the body, the manual one never stands in it.
plait.mesh @mesh = <"x"=4, "y"=2>
// CHECK-LABEL: func.func @main
// CHECK: %[[IN:.*]] = plait.reshard %arg0 : {{.*}} -> tensor<16x8xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: plait.manual(%[[IN]]) in [<@mesh, [{"x"}, {"y"}]>] out [<@mesh, [{"x"}, {"y"}]>] over @mesh["x"]
// CHECK: ^bb0(%{{.*}}: tensor<4x8xf32, #plait.sharding<@mesh, [{}, {"y"}]>>):
// CHECK: linalg.exp {{.*}} -> tensor<4x8xf32, #plait.sharding<@mesh, [{}, {"y"}]>>
// CHECK: linalg.tanh {{.*}} -> tensor<16x8xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
func.func @main(%a: tensor<16x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {}]>}) -> tensor<16x8xf32> {
  %r = plait.manual(%a) in [<@mesh, [{"x"}, {"y"}]>] out [<@mesh, [{"x"}, {"y"}]>] over @mesh["x"] : (tensor<16x8xf32>) -> tensor<16x8xf32> {
  ^bb0(%l: tensor<4x8xf32>):
    %e = tensor.empty() : tensor<4x8xf32>
    %0 = linalg.exp ins(%l : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    plait.yield %0 : tensor<4x8xf32>
  }
  %d = tensor.empty() : tensor<16x8xf32>
  %1 = linalg.tanh ins(%r : tensor<16x8xf32>) outs(%d : tensor<16x8xf32>) -> tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}
