// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests an annotated result: its sharding flows back, and a reshard before the
// return makes it so where the value lies otherwise.
plait.mesh @mesh = <"x"=2>
// CHECK-LABEL: func.func @flows_back
// CHECK-SAME: %arg0: tensor<8x6xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK-NOT: plait.reshard
func.func @flows_back(%a: tensor<8x6xf32>) -> (tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) {
  %e = tensor.empty() : tensor<8x6xf32>
  %r = linalg.exp ins(%a : tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}
// CHECK-LABEL: func.func @argument_returned
// CHECK-SAME: -> (tensor<8x6xf32, #plait.sharding<@mesh, [{"x"}, {}]>> {{.*}}, tensor<8x6xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
// CHECK-NEXT: %[[R:.*]] = plait.reshard %arg0
// CHECK-NEXT: return %arg0, %[[R]]
func.func @argument_returned(%a: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x6xf32>, tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}) {
  return %a, %a : tensor<8x6xf32>, tensor<8x6xf32>
}
