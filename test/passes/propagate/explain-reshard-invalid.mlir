// RUN: not plait-opt %s --plait-propagate-explain=%1 2>&1 | FileCheck %s
// Tests that a reshard, which exists only after propagation, is no value to ask about.
plait.mesh @mesh = <"x"=2>
func.func @main(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{}]>}) {
  // CHECK: :[[#@LINE+1]]:8: error: a reshard lies as its user wants it: ask about that, got: '%1'
  %b = math.exp %a : tensor<8xf32>
  return %b : tensor<8xf32>
}
