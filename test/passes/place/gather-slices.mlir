// RUN: plait-opt %s --plait-place | FileCheck %s
// RUN: plait-opt %s --plait-place-resolve-strategy="placement=fsdp-held@data" --plait-place | FileCheck %s --check-prefix=HELD
// Tests stacks of layers: the dimension that loops slice is never split, a slice is gathered in its loop, forward and backward, and the gradient's
// slice is scattered in the loop that writes it. Held stacks are gathered whole, once.

plait.mesh @mesh = <"data"=4>
plait.placement @zero3 on @mesh {
  parameters = sharded_with_gather over ["data"], optimizer = sharded over ["data"], gradients = sharded over ["data"]
} roles {"data" = batch}

#row = affine_map<(i, j, k) -> (i, k)>
#column = affine_map<(i, j, k) -> (k, j)>
#out = affine_map<(i, j, k) -> (i, j)>
#left = affine_map<(i, j, k) -> (k, i)>
#turned = affine_map<(i, j, k) -> (j, k)>
#id = affine_map<(i, j, k) -> (i, j, k)>
#all = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>

// Sixteen layers of 8 x 8: dimension 0, the largest, is the stack.
// CHECK-LABEL: func.func @main(%arg0: tensor<16x8x8xf32> {plait.alias = 0 : i64, plait.gradient = {{{.*}}}, plait.sharding = #plait.sharding<@mesh, [{}, {"data"}, {}]>
func.func @main(%w: tensor<16x8x8xf32> {plait.state = #plait.state<parameter>, plait.alias = 0 : i64},
                %m: tensor<16x8x8xf32> {plait.state = #plait.state<optimizer>, plait.alias = 1 : i64},
                %x: tensor<12x8xf32> {plait.state = #plait.state<batch>}) -> (tensor<16x8x8xf32>, tensor<16x8x8xf32>, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %ey = tensor.empty() : tensor<12x8xf32>
  %ew = tensor.empty() : tensor<8x8xf32>
  %es = tensor.empty() : tensor<16x8x8xf32>
  %fy = linalg.fill ins(%zero : f32) outs(%ey : tensor<12x8xf32>) -> tensor<12x8xf32>
  %fw = linalg.fill ins(%zero : f32) outs(%ew : tensor<8x8xf32>) -> tensor<8x8xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<16x8x8xf32>) -> tensor<16x8x8xf32>
  %e0 = tensor.empty() : tensor<f32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  // HELD: plait.gather %arg0 over @mesh["data"] window "held"
  // HELD-NEXT: scf.for
  // HELD-NOT: plait.gather
  // CHECK-NOT: plait.gather
  // CHECK: scf.for
  // CHECK: %[[SLICE:.*]] = linalgx.dynamic_slice %arg0
  // CHECK-NEXT: %[[SLICE_LIES:.*]] = plait.constraint %[[SLICE]] <@mesh, [{?}, {"data", ?}, {?}]>
  // CHECK-NEXT: plait.gather %[[SLICE_LIES]] over @mesh["data"] window "fwd" : tensor<1x8x8xf32> -> tensor<1x8x8xf32>
  %y = scf.for %i = %c0 to %c16 step %c1 iter_args(%h = %x) -> (tensor<12x8xf32>) {
    %s = linalgx.dynamic_slice %w[%i, %c0, %c0] : tensor<16x8x8xf32> -> tensor<1x8x8xf32>
    %l = tensor.collapse_shape %s [[0, 1], [2]] : tensor<1x8x8xf32> into tensor<8x8xf32>
    %n = linalg.generic {indexing_maps = [#row, #column, #out], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%h, %l : tensor<12x8xf32>, tensor<8x8xf32>) outs(%fy : tensor<12x8xf32>) {
      ^bb0(%a: f32, %b: f32, %c: f32):
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %c, %p : f32
        linalg.yield %q : f32
    } -> tensor<12x8xf32>
    scf.yield %n : tensor<12x8xf32>
  }
  %loss = linalg.generic {indexing_maps = [#all, #none], iterator_types = ["reduction", "reduction"]}
      ins(%y : tensor<12x8xf32>) outs(%f0 : tensor<f32>) {
    ^bb0(%a: f32, %c: f32):
      %q = arith.addf %c, %a : f32
      linalg.yield %q : f32
  } -> tensor<f32>
  // CHECK: scf.for
  // CHECK: %[[AGAIN:.*]] = linalgx.dynamic_slice %arg0
  // CHECK-NEXT: %[[AGAIN_LIES:.*]] = plait.constraint %[[AGAIN]] <@mesh, [{?}, {"data", ?}, {?}]>
  // CHECK-NEXT: plait.gather %[[AGAIN_LIES]] over @mesh["data"] window "bwd" : tensor<1x8x8xf32> -> tensor<1x8x8xf32>
  // CHECK: plait.constraint %{{.*}} <@mesh, [{?}, {?}], partial = {"data" : sum}> : tensor<8x8xf32>
  // CHECK: %[[PART:.*]] = plait.constraint %{{.*}} <@mesh, [{?}, {?}, {?}], partial = {"data" : sum}> : tensor<1x8x8xf32>
  // CHECK: %[[OWN:.*]] = plait.constraint %[[PART]] <@mesh, [{}, {"data"}, {}]> {{{.*}}why = "gradient"} : tensor<1x8x8xf32>
  // CHECK: linalgx.dynamic_update_slice %[[OWN]] into
  %back:2 = scf.for %i = %c0 to %c16 step %c1 iter_args(%d = %y, %g = %fs) -> (tensor<12x8xf32>, tensor<16x8x8xf32>) {
    %s = linalgx.dynamic_slice %w[%i, %c0, %c0] : tensor<16x8x8xf32> -> tensor<1x8x8xf32>
    %l = tensor.collapse_shape %s [[0, 1], [2]] : tensor<1x8x8xf32> into tensor<8x8xf32>
    %dw = linalg.generic {indexing_maps = [#left, #column, #out], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%d, %d : tensor<12x8xf32>, tensor<12x8xf32>) outs(%fw : tensor<8x8xf32>) {
      ^bb0(%a: f32, %b: f32, %c: f32):
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %c, %p : f32
        linalg.yield %q : f32
    } -> tensor<8x8xf32>
    %n = linalg.generic {indexing_maps = [#row, #turned, #out], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%d, %l : tensor<12x8xf32>, tensor<8x8xf32>) outs(%fy : tensor<12x8xf32>) {
      ^bb0(%a: f32, %b: f32, %c: f32):
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %c, %p : f32
        linalg.yield %q : f32
    } -> tensor<12x8xf32>
    %u = tensor.expand_shape %dw [[0, 1], [2]] output_shape [1, 8, 8] : tensor<8x8xf32> into tensor<1x8x8xf32>
    %k = linalgx.dynamic_update_slice %u into %g[%i, %c0, %c0] : tensor<1x8x8xf32> into tensor<16x8x8xf32>
    scf.yield %n, %k : tensor<12x8xf32>, tensor<16x8x8xf32>
  }
  %new_m = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%m, %back#1 : tensor<16x8x8xf32>, tensor<16x8x8xf32>) outs(%es : tensor<16x8x8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %q = arith.addf %a, %b : f32
      linalg.yield %q : f32
  } -> tensor<16x8x8xf32>
  %new_w = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w, %new_m : tensor<16x8x8xf32>, tensor<16x8x8xf32>) outs(%es : tensor<16x8x8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %q = arith.subf %a, %b : f32
      linalg.yield %q : f32
  } -> tensor<16x8x8xf32>
  return %new_w, %new_m, %loss : tensor<16x8x8xf32>, tensor<16x8x8xf32>, tensor<f32>
}
