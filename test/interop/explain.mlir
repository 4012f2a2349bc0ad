// RUN: plait-compile %s --explain=result --explain=x | FileCheck %s --match-full-lines
// RUN: plait-compile %s --explain=result --compile-to=propagate -o %t.mlir | FileCheck %s --check-prefix=AND
// RUN: FileCheck %s --check-prefix=WRITTEN < %t.mlir
// RUN: plait-compile %s --explain=result --emit-shardings=sdy 2> %t.err | plait-opt -o /dev/null
// RUN: FileCheck %s --check-prefix=AND < %t.err
// RUN: not plait-compile %s --explain=resul 2>&1 | FileCheck %s --check-prefix=NONE
// Tests explanations on the command line: paragraphs with places; together with an output; of a name that is none.
sdy.mesh @mesh = <["data"=4, "model"=2]>
func.func public @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>} loc("x"("train.py":3:1)),
    %w: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>} loc("w"("train.py":4:1)))
    -> (tensor<8x8xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32> loc("jit(f)/dot_general"("train.py":9:7))
  return %0 : tensor<8x8xf32>
}
// CHECK: result 'result', tensor<8x8xf32>, is sharded [{data},{model}]  (train.py:9)
// CHECK-NEXT:   dimension 0 {data}: as dimension 0 of its operand 0, argument 'x'  (train.py:9)
// CHECK-NEXT:   argument 'x', dimension 0 {data}: argument 'x' is annotated [{data},{}]  (train.py:3)
// CHECK-NEXT:   dimension 1 {model}: as dimension 1 of its operand 1, argument 'w'  (train.py:9)
// CHECK-NEXT:   argument 'w', dimension 1 {model}: argument 'w' is annotated [{},{model}]  (train.py:4)
// CHECK-NEXT: argument 'x', tensor<8x16xf32>, is sharded [{data},{}]  (train.py:3)
// CHECK-NEXT:   dimension 0 {data}: as above  (train.py:3)
// CHECK-NEXT:   dimension 1 is whole and closed: argument 'x' is annotated [{data},{}]  (train.py:3)

// AND: result 'result'
// WRITTEN: tensor<8x8xf32, #plait.sharding<@mesh, {{\[}}{"data"}, {"model"}]>>
// NONE: error: a value must be an argument's or result's name, {{.*}} got: 'resul', did you mean 'result'?
