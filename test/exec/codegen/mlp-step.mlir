// RUN: plait-opt %s --plait-codegen-cpu --plait-lower | plait-emit - -o %t
// RUN: %python %S/Inputs/mlp_step.py %t.in.safetensors %t.expected.safetensors
// RUN: %t --ranks 2 --inputs %t.in.safetensors --expected %t.expected.safetensors
// A training step on two ranks: a gradient in flight during the loss, a donated
// parameter updated in place, a blocking scalar sum.
plait.mesh @mesh = <"data"=2>
func.func @main(%x: tensor<8x4xf32> {plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>, plait.global = tensor<16x4xf32>},
                %w: tensor<4x3xf32> {plait.name = "w", plait.alias = 0 : i64})
    -> (tensor<4x3xf32> {plait.name = "w_new"}, tensor<f32> {plait.name = "loss"}) {
  %z = arith.constant 0.0 : f32
  %lr = arith.constant 0.1 : f32
  %e = tensor.empty() : tensor<8x3xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x3xf32>) -> tensor<8x3xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w : tensor<8x4xf32>, tensor<4x3xf32>) outs(%f : tensor<8x3xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x3xf32>
  // gradient of sum(tanh(y)) / 2: 1 - tanh^2
  %e1 = tensor.empty() : tensor<8x3xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
    ins(%y : tensor<8x3xf32>) outs(%e1 : tensor<8x3xf32>) {
  ^bb0(%a: f32, %c: f32):
    %one = arith.constant 1.0 : f32
    %t = math.tanh %a : f32
    %t2 = arith.mulf %t, %t : f32
    %0 = arith.subf %one, %t2 : f32
    linalg.yield %0 : f32
  } -> tensor<8x3xf32>
  %e2 = tensor.empty() : tensor<4x3xf32>
  %f2 = linalg.fill ins(%z : f32) outs(%e2 : tensor<4x3xf32>) -> tensor<4x3xf32>
  %dw = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %g : tensor<8x4xf32>, tensor<8x3xf32>) outs(%f2 : tensor<4x3xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x3xf32>
  %d = tensor.empty() : tensor<4x3xf32>
  %h = coll.all_reduce_start %dw into %d sum over @mesh["data"] site <0 partition "gradient"> : (tensor<4x3xf32>, tensor<4x3xf32>) -> !coll.request
  // meanwhile: the loss
  %e3 = tensor.empty() : tensor<f32>
  %f3 = linalg.fill ins(%z : f32) outs(%e3 : tensor<f32>) -> tensor<f32>
  %l = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> ()>], iterator_types = ["reduction", "reduction"]}
    ins(%y : tensor<8x3xf32>) outs(%f3 : tensor<f32>) {
  ^bb0(%a: f32, %c: f32):
    %t = math.tanh %a : f32
    %0 = arith.addf %t, %c : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %r = coll.wait %h, %dw, %d : (!coll.request, tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  %e4 = tensor.empty() : tensor<4x3xf32>
  %new = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
    ins(%w, %r : tensor<4x3xf32>, tensor<4x3xf32>) outs(%e4 : tensor<4x3xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %b, %lr : f32
    %1 = arith.subf %a, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x3xf32>
  %lt = coll.all_reduce %l sum over @mesh["data"] site <1 partition "loss"> : (tensor<f32>) -> tensor<f32>
  return %new, %lt : tensor<4x3xf32>, tensor<f32>
}
