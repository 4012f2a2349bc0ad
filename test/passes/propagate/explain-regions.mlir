// RUN: split-file %s %t
// RUN: plait-compile %t/priority.mlir --explain=result | FileCheck %s --check-prefix=PRIORITY
// RUN: plait-compile %t/group.mlir --explain=result --explain=new | FileCheck %s --check-prefix=GROUP
// RUN: plait-compile %t/manual.mlir --explain=result --explain=4 --explain=7 | FileCheck %s --check-prefix=MANUAL
// Tests the words for priorities, groups, arguments that results replace, barriers and manual regions.

//--- priority.mlir
plait.mesh @mesh = <"x"=2>
func.func @main(%a: tensor<8x4xf32> {plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{"x"}p1, {?}]>},
                %b: tensor<8x4xf32> {plait.name = "b", plait.sharding = #plait.sharding<@mesh, [{?}, {"x"}]>})
    -> (tensor<8x4xf32> {plait.name = "result"}) {
  %s = arith.addf %a, %b : tensor<8x4xf32>
  return %s : tensor<8x4xf32>
}
// PRIORITY: result 'result', tensor<8x4xf32>, is sharded [{},{x}]
// PRIORITY: dimension 0 has not {x} as dimension 0 of its operand 0, argument 'a': dimension 1 has {x}, whose priority p0 comes before p1

//--- group.mlir
plait.mesh @mesh = <"x"=2>
func.func @main(%a: tensor<8xf32> {plait.name = "a"},
                %b: tensor<8xf32> {plait.name = "b", plait.alias = 1, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<8xf32> {plait.name = "result"}, tensor<8xf32> {plait.name = "new"}) {
  plait.group %a id 1 : tensor<8xf32>
  plait.group %b id 1 : tensor<8xf32>
  %e = math.exp %a : tensor<8xf32>
  %f = math.tanh %b : tensor<8xf32>
  return %e, %f : tensor<8xf32>, tensor<8xf32>
}
// GROUP: result 'result', tensor<8xf32>, is sharded [{x}]
// GROUP-NEXT: dimension 0 {x}: as dimension 0 of its operand {{[01]}}, argument 'a'
// GROUP-NEXT: argument 'a', dimension 0 {x}: argument 'b' is annotated [{x}]
// GROUP-NEXT: result 'new', tensor<8xf32>, is sharded [{x}]
// GROUP-NEXT: dimension 0 {x}: as above

//--- manual.mlir
plait.mesh @mesh = <"x"=2, "y"=2>
func.func @main(%a: tensor<8x4xf32> {plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<8x4xf32> {plait.name = "result"}) {
  %q = plait.barrier %a allow "none" : tensor<8x4xf32>
  %m = plait.manual(%q) in [<@mesh, [{"y"}, {}]>] out [<@mesh, [{"y"}, {}]>] over @mesh["y"] : (tensor<8x4xf32>) -> tensor<8x4xf32> {
  ^bb0(%l: tensor<4x4xf32>):
    %k = math.exp %l : tensor<4x4xf32>
    plait.yield %k : tensor<4x4xf32>
  }
  return %m : tensor<8x4xf32>
}
// MANUAL: result 'result', tensor<8x4xf32>, is sharded [{y},{}]
// MANUAL-NEXT: dimension 0 {y}: a manual region gives [{y},{}]
// MANUAL-NEXT: dimension 1 is whole and closed: a manual region gives [{y},{}]
// MANUAL: plait.barrier, tensor<8x4xf32>, is sharded [{y},{}]
// MANUAL-NEXT: dimension 0 {y}: as dimension 0 of operand 0 of a manual region
// MANUAL-NEXT: operand 0 of a manual region, dimension 0 {y}: a manual region takes [{y},{}]
// MANUAL-NEXT: dimension 1 has not {x} as dimension 1 of argument 'a', through a barrier: the barrier stops it
// MANUAL: tensor<4x4xf32>, is sharded [{},{}]
