// RUN: plait-opt %s --plait-codegen-cpu --plait-lower | plait-emit - -o %t
// RUN: %python %S/Inputs/products.py %t.in.safetensors %t.expected.safetensors
// RUN: %t --inputs %t.in.safetensors --expected %t.expected.safetensors
// RUN: plait-opt %s --plait-codegen-cpu | FileCheck %s
// Contractions of all forms: a convolution with stride, batches of heads, a
// reduction over two dimensions that do not nest, f64, a product added to a value.
// CHECK-COUNT-4: cpu.gemm
func.func @main(%image: tensor<2x9x9x3xf32> {plait.name = "image"}, %window: tensor<3x3x3x4xf32> {plait.name = "window"},
                %q: tensor<2x3x4x5xf32> {plait.name = "q"}, %a: tensor<2x3x4xf64> {plait.name = "a"}, %b: tensor<4x2x5xf64> {plait.name = "b"},
                %start: tensor<3x5xf64> {plait.name = "start"})
    -> (tensor<2x4x4x4xf32> {plait.name = "convolved"}, tensor<2x4x3x3xf32> {plait.name = "scores"}, tensor<3x5xf64> {plait.name = "sum"}, tensor<3x3xf64> {plait.name = "gram"}) {
  %z = arith.constant 0.0 : f32
  %zd = arith.constant 0.0 : f64
  %e0 = tensor.empty() : tensor<2x4x4x4xf32>
  %f0 = linalg.fill ins(%z : f32) outs(%e0 : tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
  %convolved = linalg.generic {indexing_maps = [affine_map<(n, h, w, o, p, q, i) -> (n, h * 2 + p, w * 2 + q, i)>, affine_map<(n, h, w, o, p, q, i) -> (p, q, i, o)>, affine_map<(n, h, w, o, p, q, i) -> (n, h, w, o)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%image, %window : tensor<2x9x9x3xf32>, tensor<3x3x3x4xf32>) outs(%f0 : tensor<2x4x4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x4x4x4xf32>
  %e1 = tensor.empty() : tensor<2x4x3x3xf32>
  %f1 = linalg.fill ins(%z : f32) outs(%e1 : tensor<2x4x3x3xf32>) -> tensor<2x4x3x3xf32>
  %scores = linalg.generic {indexing_maps = [affine_map<(b, h, s, t, d) -> (b, s, h, d)>, affine_map<(b, h, s, t, d) -> (b, t, h, d)>, affine_map<(b, h, s, t, d) -> (b, h, s, t)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %q : tensor<2x3x4x5xf32>, tensor<2x3x4x5xf32>) outs(%f1 : tensor<2x4x3x3xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x4x3x3xf32>
  // start[m, n] + sum over b, k of a[b, m, k] * b[k, b, n]
  %sum = linalg.generic {indexing_maps = [affine_map<(m, n, b, k) -> (b, m, k)>, affine_map<(m, n, b, k) -> (k, b, n)>, affine_map<(m, n, b, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%a, %b : tensor<2x3x4xf64>, tensor<4x2x5xf64>) outs(%start : tensor<3x5xf64>) {
  ^bb0(%x: f64, %y: f64, %o: f64):
    %0 = arith.mulf %x, %y : f64
    %1 = arith.addf %o, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<3x5xf64>
  %e3 = tensor.empty() : tensor<3x3xf64>
  %f3 = linalg.fill ins(%zd : f64) outs(%e3 : tensor<3x3xf64>) -> tensor<3x3xf64>
  %gram = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%start, %start : tensor<3x5xf64>, tensor<3x5xf64>) outs(%f3 : tensor<3x3xf64>) {
  ^bb0(%x: f64, %y: f64, %o: f64):
    %0 = arith.mulf %x, %y : f64
    %1 = arith.addf %o, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<3x3xf64>
  return %convolved, %scores, %sum, %gram : tensor<2x4x4x4xf32>, tensor<2x4x3x3xf32>, tensor<3x5xf64>, tensor<3x3xf64>
}
