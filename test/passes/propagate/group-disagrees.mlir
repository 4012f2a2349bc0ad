// RUN: plait-opt %s --plait-propagate --verify-diagnostics
// Tests that members of a group whose annotations disagree are warned about and keep
// their own.
plait.mesh @mesh = <"x"=2>
func.func @main(%a: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
                %b: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}) {
  plait.group %a id 1 : tensor<8x6xf32>
  // expected-warning @below {{members of a group must be sharded alike, got: }}
  plait.group %b id 1 : tensor<8x6xf32>
  return
}
