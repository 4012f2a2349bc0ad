// RUN: plait-opt %s --plait-partition --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// Tests what collectives say: why, with the user's names, and the line of the op
// that needs them, or that made the parts of a sum.
#x = #plait.sharding<@mesh, [{"x"}, {}]>
#x1 = #plait.sharding<@mesh, [{}, {"x"}]>
#r = #plait.sharding<@mesh, [{}, {}]>
#id = affine_map<(i, j) -> (i, j)>
plait.mesh @mesh = <"x"=4>

// CHECK-LABEL: func @names_and_lines
func.func @names_and_lines(%a: tensor<8x8xf32, #x1> {plait.name = "tokens"}, %w: tensor<8x8xf32, #x> {plait.name = "params['w']"}, %b: tensor<8x8xf32, #x> {plait.name = "bias"})
    -> (tensor<8x8xf32, #r>, tensor<8x8xf32, #x>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32, #r>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32, #r>) -> tensor<8x8xf32, #r>
  // CHECK-DAG: coll.all_reduce {{.*}} "sum over x: contraction of dimension 1 with tokens"> {{.*}} loc("model.py":7:1)
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %w : tensor<8x8xf32, #x1>, tensor<8x8xf32, #x>) outs(%f : tensor<8x8xf32, #r>) {
  ^bb0(%p: f32, %q: f32, %c: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x8xf32, #r> loc("model.py":7:1)
  // CHECK-DAG: coll.all_to_all {{.*}} "exchange over x of bias: operand 0 of linalgx.sort is needed as [{},{x}]"> {{.*}} loc("model.py":9:1)
  %s = linalgx.sort(%b) dim 0 : (tensor<8x8xf32, #x>) -> tensor<8x8xf32, #x> {
  ^bb0(%u: f32, %v: f32):
    %0 = arith.cmpf olt, %u, %v : f32
    linalgx.yield %0 : i1
  } loc("model.py":9:1)
  return %p, %s : tensor<8x8xf32, #r>, tensor<8x8xf32, #x>
}
