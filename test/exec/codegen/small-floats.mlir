// RUN: plait-opt %s --plait-codegen-cpu --plait-lower | plait-emit - -o %t
// RUN: %python %S/Inputs/small_floats.py %t.in.safetensors %t.expected.safetensors
// RUN: %t --inputs %t.in.safetensors --expected %t.expected.safetensors
// RUN: plait-opt %s --plait-codegen-cpu --plait-lower | plait-emit - -o %t.ll llvm-ir
// RUN: not grep truncsfbf %t.ll
// bfloat16: rounded after each op, a product accumulated in f32, conversions
// from f64 and integers, math functions; and no call per conversion.
#id = affine_map<(i, j) -> (i, j)>
func.func @main(%a: tensor<4x8xbf16> {plait.name = "a"}, %b: tensor<8x4xbf16> {plait.name = "b"}, %d: tensor<4x4xf64> {plait.name = "d"})
    -> (tensor<4x4xbf16> {plait.name = "product"}, tensor<4x8xbf16> {plait.name = "sigmoid"}, tensor<4x4xbf16> {plait.name = "mixed"}, tensor<4x4xf16> {plait.name = "half"}) {
  %z = arith.constant 0.0 : bf16
  %one = arith.constant 1.0 : bf16
  %e0 = tensor.empty() : tensor<4x4xbf16>
  %f0 = linalg.fill ins(%z : bf16) outs(%e0 : tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %p = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : tensor<4x8xbf16>, tensor<8x4xbf16>) outs(%f0 : tensor<4x4xbf16>) {
  ^bb0(%x: bf16, %y: bf16, %c: bf16):
    %0 = arith.mulf %x, %y : bf16
    %1 = arith.addf %c, %0 : bf16
    linalg.yield %1 : bf16
  } -> tensor<4x4xbf16>
  %e1 = tensor.empty() : tensor<4x8xbf16>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xbf16>) outs(%e1 : tensor<4x8xbf16>) {
  ^bb0(%x: bf16, %o: bf16):
    %0 = arith.negf %x : bf16
    %1 = math.exp %0 : bf16
    %2 = arith.addf %1, %one : bf16
    %3 = arith.divf %one, %2 : bf16
    linalg.yield %3 : bf16
  } -> tensor<4x8xbf16>
  %e2 = tensor.empty() : tensor<4x4xbf16>
  %m = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<4x4xf64>) outs(%e2 : tensor<4x4xbf16>) {
  ^bb0(%x: f64, %o: bf16):
    %i = linalg.index 0 : index
    %ii = arith.index_cast %i : index to i32
    %0 = arith.sitofp %ii : i32 to bf16
    %1 = arith.truncf %x : f64 to bf16
    %2 = arith.addf %0, %1 : bf16
    linalg.yield %2 : bf16
  } -> tensor<4x4xbf16>
  %e3 = tensor.empty() : tensor<4x4xf16>
  %h = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<4x4xf64>) outs(%e3 : tensor<4x4xf16>) {
  ^bb0(%x: f64, %o: f16):
    %1 = arith.truncf %x : f64 to f16
    %2 = arith.mulf %1, %1 : f16
    linalg.yield %2 : f16
  } -> tensor<4x4xf16>
  return %p, %s, %m, %h : tensor<4x4xbf16>, tensor<4x8xbf16>, tensor<4x4xbf16>, tensor<4x4xf16>
}
