// RUN: plait-opt %s --plait-propagate-explain=explain-line.mlir:11 -o /dev/null 2>&1 | FileCheck %s --check-prefix=LINE
// RUN: plait-opt %s --plait-propagate-explain=%0 -o /dev/null 2>&1 | FileCheck %s --check-prefix=PRINTED
// RUN: plait-opt %s --plait-propagate-explain=%arg0 -o /dev/null 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: not plait-opt %s --plait-propagate-explain=inout 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not plait-opt %s --plait-propagate-explain= 2>&1 | FileCheck %s --check-prefix=EMPTY
// Tests what names a value: a line, what is printed, and what is neither.
plait.mesh @mesh = <"x"=2>
func.func @main(%a: tensor<8xf32> {plait.name = "input", plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<8xf32>, tensor<8xf32>) {
  %b = math.exp %a : tensor<8xf32>
  %c = math.tanh %a : tensor<8xf32>
  return %b, %c : tensor<8xf32>, tensor<8xf32>
}
// LINE-NOT: math.exp
// LINE: math.tanh, tensor<8xf32>, is sharded [{x}]
// LINE: dimension 0 {x}: as dimension 0 of its operand 0, argument 'input'
// PRINTED: math.exp, tensor<8xf32>, is sharded [{x}]
// ARGUMENT: argument 'input', tensor<8xf32>, is sharded [{x}]
// NONE: a value must be an argument's or result's name, a line as model.py:12, or %12 as --compile-to=propagate prints it, got: 'inout', did you mean 'input'?
// EMPTY: plait-propagate-explain must say of which value, as in --plait-propagate-explain=loss
