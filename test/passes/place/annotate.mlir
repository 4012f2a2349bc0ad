// RUN: plait-opt %s --plait-place-annotate="mesh=data=4,model=2 shard=params*['b']=[{model}] shard=x=[{data},{}] state=params=parameter" | FileCheck %s
// Tests that names find arguments: whole, as a prefix before `[`, and with a star; and that the mesh is replaced.

// CHECK: plait.mesh @mesh = <"data"=4, "model"=2>
plait.mesh @mesh = <"old"=2>

// CHECK: func.func @main(
// CHECK-SAME: plait.name = "params[0]['b']", plait.sharding = #plait.sharding<@mesh, [{"model"}]>, plait.state = #plait.state<parameter>
// CHECK-SAME: plait.name = "params[0]['w']", plait.state = #plait.state<parameter>
// CHECK-SAME: plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>
// CHECK-SAME: plait.name = "xy"}
func.func @main(%b: tensor<8xf32> {plait.name = "params[0]['b']"}, %w: tensor<6x8xf32> {plait.name = "params[0]['w']"},
                %x: tensor<4x6xf32> {plait.name = "x"}, %xy: tensor<4x6xf32> {plait.name = "xy"}) -> (tensor<8xf32> {plait.name = "result"}) {
  return %b : tensor<8xf32>
}
