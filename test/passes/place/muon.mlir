// RUN: plait-opt %s --plait-place-resolve-strategy="placement=zero2@data" --plait-place-reduce-gradients | FileCheck %s
// Tests that the gradient is found behind an update that multiplies matrices of moments, as Muon's does: m' = b m + g, w' = w - m' m'^T m'.
// The products belong to the update, since a moment is in them.

plait.mesh @mesh = <"data"=4>

#ab = affine_map<(i, j, k) -> (i, k)>
#turned = affine_map<(i, j, k) -> (j, k)>
#straight = affine_map<(i, j, k) -> (k, j)>
#out = affine_map<(i, j, k) -> (i, j)>
#left = affine_map<(i, j, k) -> (k, i)>
#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @main
// CHECK-SAME: plait.gradient
func.func @main(%w: tensor<8x8xf32> {plait.state = #plait.state<parameter>, plait.alias = 0 : i64},
                %m: tensor<8x8xf32> {plait.state = #plait.state<optimizer>, plait.alias = 1 : i64},
                %x: tensor<12x8xf32> {plait.state = #plait.state<batch>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %beta = arith.constant 0.9 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  // The gradient: x^T x.
  // CHECK: %[[G:.*]] = linalg.generic {{.*}} ins(%arg2, %arg2 :
  // CHECK: %[[PART:.*]] = plait.constraint %[[G]] <@mesh, [{?}, {?}], partial = {"data" : sum}>
  // CHECK: %[[OWN:.*]] = plait.constraint %[[PART]] <@mesh, [{"data"}, {}]>
  // CHECK-NOT: plait.constraint
  %g = linalg.generic {indexing_maps = [#left, #straight, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %x : tensor<12x8xf32>, tensor<12x8xf32>) outs(%f : tensor<8x8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      linalg.yield %s : f32
  } -> tensor<8x8xf32>
  // CHECK: ins(%arg1, %[[OWN]] :
  %new_m = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m, %g : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.mulf %a, %beta : f32
      %s = arith.addf %p, %b : f32
      linalg.yield %s : f32
  } -> tensor<8x8xf32>
  %mm = linalg.generic {indexing_maps = [#ab, #turned, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%new_m, %new_m : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      linalg.yield %s : f32
  } -> tensor<8x8xf32>
  %mmm = linalg.generic {indexing_maps = [#ab, #straight, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%mm, %new_m : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      linalg.yield %s : f32
  } -> tensor<8x8xf32>
  %new_w = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %mmm : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %s = arith.subf %a, %b : f32
      linalg.yield %s : f32
  } -> tensor<8x8xf32>
  return %new_w, %new_m : tensor<8x8xf32>, tensor<8x8xf32>
}
