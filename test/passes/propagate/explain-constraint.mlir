// RUN: plait-opt %s --plait-propagate-explain=a --verify-diagnostics -o /dev/null
// Tests that an argument is explained by a constraint on what is computed from it, and where work would be repeated.
plait.mesh @mesh = <"x"=2, "y"=2>
func.func @main(
    // expected-remark @below {{argument 'a', tensor<8xf32>, is sharded [{x}]}}
    %a: tensor<8xf32> {plait.name = "a"}) -> tensor<8xf32> {
  // expected-note @below {{dimension 0 {x}: as dimension 0 of math.exp, which reads it as operand 0}}
  %b = math.exp %a : tensor<8xf32>
  // expected-note @below {{math.exp, dimension 0 {x}: as dimension 0 of a constrained value, by a constraint}}
  // expected-note @below {{a constrained value, dimension 0 {x}: a constraint says [{x}]}}
  %c = plait.constraint %b <@mesh, [{"x"}]> : tensor<8xf32>
  return %c : tensor<8xf32>
}
