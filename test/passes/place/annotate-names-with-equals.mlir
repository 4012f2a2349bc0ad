// RUN: plait-opt %s --plait-place-annotate="shard=p['a=b']=[{data},{}]" | FileCheck %s
// Tests that an `=` in the brackets of a name does not end the name.

plait.mesh @mesh = <"data"=4>
// CHECK: plait.name = "p['a=b']", plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>
func.func @main(%w: tensor<8x8xf32> {plait.name = "p['a=b']"}) -> tensor<8x8xf32> {
  return %w : tensor<8x8xf32>
}
