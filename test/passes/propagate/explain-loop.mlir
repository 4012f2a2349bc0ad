// RUN: plait-opt %s --plait-propagate-explain=result --verify-diagnostics -o /dev/null
// Tests the way through a loop: what it starts with lies like what it carries and what it gives.
plait.mesh @mesh = <"x"=2>
func.func @main(
    // expected-note @below {{argument 'a', dimension 0 {x}: argument 'a' is annotated [{x}]}}
    %a: tensor<8xf32> {plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<8xf32> {plait.name = "result"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // expected-remark @below {{result 'result', tensor<8xf32>, is sharded [{x}]}}
  // expected-note @below {{dimension 0 {x}: as dimension 0 of argument 'a', with which the loop starts}}
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> tensor<8xf32> {
    %n = math.exp %v : tensor<8xf32>
    scf.yield %n : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
