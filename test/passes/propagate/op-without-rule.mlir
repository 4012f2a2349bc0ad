// RUN: plait-opt %s --plait-propagate -verify-diagnostics | FileCheck %s
// Tests an op that no rule is known for: its tensors are made whole before it.
plait.mesh @mesh = <"x"=2>
// CHECK-LABEL: func.func @main
// CHECK: %[[W:.*]] = plait.reshard %arg0 : {{.*}} -> tensor<8x6xf32, #plait.sharding<@mesh, [{}, {}]>>
// CHECK: tensor.reshape %[[W]]({{.*}} -> tensor<6x8xf32, #plait.sharding<@mesh, [{}, {}]>>
func.func @main(%a: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}, %s: tensor<2xi64>) -> tensor<6x8xf32> {
  // expected-warning@+1 {{'tensor.reshape' op has no sharding rule: its tensors are whole on every device, and no sharding passes it}}
  %r = tensor.reshape %a(%s) : (tensor<8x6xf32>, tensor<2xi64>) -> tensor<6x8xf32>
  return %r : tensor<6x8xf32>
}
