// RUN: plait-opt %s --plait-place-resolve-strategy="placement=zero3@data" --plait-place --plait-propagate --plait-partition | FileCheck %s
// RUN: plait-opt %s --plait-place-resolve-strategy="placement=zero3@data" --plait-place --plait-propagate --plait-partition | plait-opt --plait-test-print-collectives | FileCheck %s --check-prefix=MOVES
// Tests that both windows become all-gathers at their places, with the window as reason, and that the bytes are those of ZeRO-3: the
// parameter's twice and its gradient's once, three quarters of 192 bytes each; and the sums of loss and norm.

// CHECK-LABEL: func.func @main(%arg0: tensor<6x2xf32>
// CHECK: coll.all_gather %arg0 dim 1 over @mesh["data"] site <0 partition "gather window fwd of params['w'] over data"> : (tensor<6x2xf32>) -> tensor<6x8xf32>
// CHECK: coll.all_gather %arg0 dim 1 over @mesh["data"] site <{{[0-9]+}} partition "gather window bwd of params['w'] over data"> : (tensor<6x2xf32>) -> tensor<6x8xf32>
// CHECK: coll.reduce_scatter
// CHECK-NOT: coll.all_gather

// MOVES: all_gather over data: 2, 288 bytes
// MOVES: all_reduce over data: 2, 12 bytes
// MOVES: reduce_scatter over data: 1, 144 bytes

plait.mesh @mesh = <"data"=4>

#row = affine_map<(i, j, k) -> (i, k)>
#column = affine_map<(i, j, k) -> (k, j)>
#out = affine_map<(i, j, k) -> (i, j)>
#left = affine_map<(i, j, k) -> (k, i)>
#id = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
#scalar = affine_map<(i, j) -> ()>

// loss = sum((x w)^2), the gradient clipped by its norm, an update with momentum.
func.func @main(%w: tensor<6x8xf32> {plait.name = "params['w']", plait.state = #plait.state<parameter>, plait.alias = 0 : i64},
                %m: tensor<6x8xf32> {plait.name = "opt['w']", plait.state = #plait.state<optimizer>, plait.alias = 1 : i64},
                %x: tensor<12x6xf32> {plait.name = "x", plait.state = #plait.state<batch>})
    -> (tensor<6x8xf32> {plait.name = "new['w']"}, tensor<6x8xf32> {plait.name = "opt['w']"}, tensor<f32> {plait.name = "out['loss']"}) {
  %zero = arith.constant 0.0 : f32
  %rate = arith.constant -0.1 : f32
  %beta = arith.constant 0.9 : f32
  %ey = tensor.empty() : tensor<12x8xf32>
  %ex = tensor.empty() : tensor<12x6xf32>
  %ew = tensor.empty() : tensor<6x8xf32>
  %et = tensor.empty() : tensor<8x6xf32>
  %es = tensor.empty() : tensor<f32>
  %fy = linalg.fill ins(%zero : f32) outs(%ey : tensor<12x8xf32>) -> tensor<12x8xf32>
  %fx = linalg.fill ins(%zero : f32) outs(%ex : tensor<12x6xf32>) -> tensor<12x6xf32>
  %ft = linalg.fill ins(%zero : f32) outs(%et : tensor<8x6xf32>) -> tensor<8x6xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<f32>) -> tensor<f32>
  // Forward.
  %y = linalg.generic {indexing_maps = [#row, #column, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<12x6xf32>, tensor<6x8xf32>) outs(%fy : tensor<12x8xf32>) {
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
  // Backward: the gradient of w is (2 y)^T x, turned; the weight is read again for nothing but to be read.
  %dy = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<12x8xf32>) outs(%ey : tensor<12x8xf32>) {
    ^bb0(%a0: f32, %c: f32):
      %r = arith.addf %a0, %a0 : f32
      linalg.yield %r : f32
  } -> tensor<12x8xf32>
  %back = linalg.generic {indexing_maps = [#row, affine_map<(i, j, k) -> (j, k)>, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%dy, %w : tensor<12x8xf32>, tensor<6x8xf32>) outs(%fx : tensor<12x6xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      linalg.yield %s : f32
  } -> tensor<12x6xf32>
  %dx = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %back : tensor<12x6xf32>, tensor<12x6xf32>) outs(%ex : tensor<12x6xf32>) {
    ^bb0(%a0: f32, %a1: f32, %c: f32):
      %r = arith.addf %a0, %a1 : f32
      linalg.yield %r : f32
  } -> tensor<12x6xf32>
  %raw = linalg.generic {indexing_maps = [#left, #column, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%dy, %dx : tensor<12x8xf32>, tensor<12x6xf32>) outs(%ft : tensor<8x6xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      linalg.yield %s : f32
  } -> tensor<8x6xf32>
  %g = linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%raw : tensor<8x6xf32>) outs(%ew : tensor<6x8xf32>) {
    ^bb0(%a0: f32, %c: f32):
      %r = arith.addf %a0, %zero : f32
      linalg.yield %r : f32
  } -> tensor<6x8xf32>
  // Clipped by its norm.
  %norm = linalg.generic {indexing_maps = [#id, #scalar], iterator_types = ["reduction", "reduction"]}
      ins(%g : tensor<6x8xf32>) outs(%fs : tensor<f32>) {
    ^bb0(%a: f32, %c: f32):
      %p = arith.mulf %a, %a : f32
      %s = arith.addf %c, %p : f32
      linalg.yield %s : f32
  } -> tensor<f32>
  %clipped = linalg.generic {indexing_maps = [#id, #scalar, #id], iterator_types = ["parallel", "parallel"]}
      ins(%g, %norm : tensor<6x8xf32>, tensor<f32>) outs(%ew : tensor<6x8xf32>) {
    ^bb0(%a0: f32, %a1: f32, %c: f32):
      %r = arith.divf %a0, %a1 : f32
      linalg.yield %r : f32
  } -> tensor<6x8xf32>
  // The update.
  %decayed = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m : tensor<6x8xf32>) outs(%ew : tensor<6x8xf32>) {
    ^bb0(%a0: f32, %c: f32):
      %r = arith.mulf %a0, %beta : f32
      linalg.yield %r : f32
  } -> tensor<6x8xf32>
  %new_m = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%decayed, %clipped : tensor<6x8xf32>, tensor<6x8xf32>) outs(%ew : tensor<6x8xf32>) {
    ^bb0(%a0: f32, %a1: f32, %c: f32):
      %r = arith.addf %a0, %a1 : f32
      linalg.yield %r : f32
  } -> tensor<6x8xf32>
  %step = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%new_m : tensor<6x8xf32>) outs(%ew : tensor<6x8xf32>) {
    ^bb0(%a0: f32, %c: f32):
      %r = arith.mulf %a0, %rate : f32
      linalg.yield %r : f32
  } -> tensor<6x8xf32>
  %new_w = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %step : tensor<6x8xf32>, tensor<6x8xf32>) outs(%ew : tensor<6x8xf32>) {
    ^bb0(%a0: f32, %a1: f32, %c: f32):
      %r = arith.addf %a0, %a1 : f32
      linalg.yield %r : f32
  } -> tensor<6x8xf32>
  return %new_w, %new_m, %loss : tensor<6x8xf32>, tensor<6x8xf32>, tensor<f32>
}
