// RUN: plait-opt %s --plait-codegen-cpu --plait-lower | plait-emit - -o %t
// RUN: %python %S/Inputs/f64_math.py %t.in.safetensors %t.expected.safetensors
// RUN: %t --inputs %t.in.safetensors --expected %t.expected.safetensors --tolerance 1e-14
// f64 functions keep their digits, also near 0 where expm1 and log1p are used.
#id = affine_map<(i) -> (i)>
func.func @main(%x: tensor<3xf64> {plait.name = "x"})
    -> (tensor<3xf64> {plait.name = "expm1"}, tensor<3xf64> {plait.name = "log1p"}, tensor<3xf64> {plait.name = "tanh"}, tensor<3xf64> {plait.name = "erf"}) {
  %e = tensor.empty() : tensor<3xf64>
  %r:4 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x : tensor<3xf64>)
      outs(%e, %e, %e, %e : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
  ^bb0(%a: f64, %o: f64, %p: f64, %q: f64, %s: f64):
    %0 = math.expm1 %a : f64
    %1 = math.log1p %a : f64
    %2 = math.tanh %a : f64
    %3 = math.erf %a : f64
    linalg.yield %0, %1, %2, %3 : f64, f64, f64, f64
  } -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
}
