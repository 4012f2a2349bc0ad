// RUN: plait-compile %s --explain=result | FileCheck %s
// Tests what is said of an axis that was put where devices would repeat work, and of axes that split nothing.
sdy.mesh @mesh = <["data"=2, "model"=2]>
func.func public @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>} loc("x"),
    %w: tensor<16x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>} loc("w")) -> (tensor<8x7xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x7xf32>) -> tensor<8x7xf32>
  return %0 : tensor<8x7xf32>
}
// CHECK: result 'result', tensor<8x7xf32>, is sharded [{data,model},{}]
// CHECK: dimension 0 {data}: as dimension 0 of its operand 0, argument 'x'
// CHECK: argument 'x', dimension 0 {data}: argument 'x' is annotated [{data},{}]
// CHECK: dimension 0 {data,model}: split here so that devices do not repeat the 1792 operations of contraction
