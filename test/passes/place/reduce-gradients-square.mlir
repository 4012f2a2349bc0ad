// RUN: plait-opt %s --plait-place-resolve-strategy="placement=ddp@data" --plait-place-reduce-gradients | FileCheck %s
// Tests that a part of a gradient lies as what is between them carries it, not as the shapes suggest: rows of a square weight are columns before
// the gradient is transposed.

// CHECK-LABEL: func.func @main
// CHECK: %[[PART:.*]] = plait.constraint %{{.*}} <@mesh, [{?}, {"model", ?}], partial = {"data" : sum}> : tensor<8x8xf32>
// CHECK: ins(%[[PART]] : tensor<8x8xf32>)
// CHECK: %[[G:.*]] = plait.constraint %{{.*}} <@mesh, [{"model", ?}, {?}], partial = {"data" : sum}> : tensor<8x8xf32>
// CHECK: plait.constraint %[[G]] <@mesh, [{"model"}, {}]> : tensor<8x8xf32>

plait.mesh @mesh = <"data"=2, "model"=2>

#row = affine_map<(i, j, k) -> (i, k)>
#column = affine_map<(i, j, k) -> (k, j)>
#out = affine_map<(i, j, k) -> (i, j)>
#left = affine_map<(i, j, k) -> (k, i)>
#id = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
#scalar = affine_map<(i, j) -> ()>

// loss = sum((x w)^2), w' = w + gradient.
func.func @main(%w: tensor<8x8xf32> {plait.name = "w", plait.state = #plait.state<parameter>, plait.alias = 0 : i64, plait.sharding = #plait.sharding<@mesh, [{"model"}, {}]>},
                %x: tensor<12x8xf32> {plait.name = "x", plait.state = #plait.state<batch>})
    -> (tensor<8x8xf32> {plait.name = "new"}, tensor<f32> {plait.name = "loss"}) {
  %zero = arith.constant 0.0 : f32
  %ey = tensor.empty() : tensor<12x8xf32>
  %ew = tensor.empty() : tensor<8x8xf32>
  %es = tensor.empty() : tensor<f32>
  %fy = linalg.fill ins(%zero : f32) outs(%ey : tensor<12x8xf32>) -> tensor<12x8xf32>
  %fw = linalg.fill ins(%zero : f32) outs(%ew : tensor<8x8xf32>) -> tensor<8x8xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<f32>) -> tensor<f32>
  %y = linalg.generic {indexing_maps = [#row, #column, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<12x8xf32>, tensor<8x8xf32>) outs(%fy : tensor<12x8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      linalg.yield %s : f32
  } -> tensor<12x8xf32>
  %loss = linalg.generic {indexing_maps = [#id, #scalar], iterator_types = ["reduction", "reduction"]}
      ins(%y : tensor<12x8xf32>) outs(%fs : tensor<f32>) {
    ^bb0(%a: f32, %c: f32):
      %p = arith.mulf %a, %a : f32
      %s = arith.addf %c, %p : f32
      linalg.yield %s : f32
  } -> tensor<f32>
  %dy = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<12x8xf32>) outs(%ey : tensor<12x8xf32>) {
    ^bb0(%a: f32, %c: f32):
      %r = arith.addf %a, %a : f32
      linalg.yield %r : f32
  } -> tensor<12x8xf32>
  %raw = linalg.generic {indexing_maps = [#left, #column, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%dy, %x : tensor<12x8xf32>, tensor<12x8xf32>) outs(%fw : tensor<8x8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      linalg.yield %s : f32
  } -> tensor<8x8xf32>
  %g = linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%raw : tensor<8x8xf32>) outs(%ew : tensor<8x8xf32>) {
    ^bb0(%a: f32, %c: f32):
      linalg.yield %a : f32
  } -> tensor<8x8xf32>
  %new = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %g : tensor<8x8xf32>, tensor<8x8xf32>) outs(%ew : tensor<8x8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %r = arith.addf %a, %b : f32
      linalg.yield %r : f32
  } -> tensor<8x8xf32>
  return %new, %loss : tensor<8x8xf32>, tensor<f32>
}
