// RUN: plait-opt %s --plait-place | FileCheck %s
// Tests stacks of layers whose loops are unrolled: a layer is gathered at its slice, again for the backward pass, and the layers' gradients, which
// zeros pad and which are added, are scattered one by one.

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

// CHECK-LABEL: func.func @main(%arg0: tensor<2x8x8xf32> {{{.*}}plait.sharding = #plait.sharding<@mesh, [{}, {"data"}, {}]>
func.func @main(%w: tensor<2x8x8xf32> {plait.state = #plait.state<parameter>, plait.alias = 0 : i64},
                %m: tensor<2x8x8xf32> {plait.state = #plait.state<optimizer>, plait.alias = 1 : i64},
                %x: tensor<12x8xf32> {plait.state = #plait.state<batch>}) -> (tensor<2x8x8xf32>, tensor<2x8x8xf32>, tensor<f32>) {
  %zero = arith.constant 0.0 : f32
  %ey = tensor.empty() : tensor<12x8xf32>
  %ew = tensor.empty() : tensor<8x8xf32>
  %es = tensor.empty() : tensor<2x8x8xf32>
  %e0 = tensor.empty() : tensor<f32>
  %fy = linalg.fill ins(%zero : f32) outs(%ey : tensor<12x8xf32>) -> tensor<12x8xf32>
  %fw = linalg.fill ins(%zero : f32) outs(%ew : tensor<8x8xf32>) -> tensor<8x8xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  // CHECK: %[[S1:.*]] = tensor.extract_slice %arg0[1, 0, 0] [1, 8, 8] [1, 1, 1]
  // CHECK-NEXT: %[[L1:.*]] = plait.constraint %[[S1]] <@mesh, [{?}, {"data", ?}, {?}]>
  // CHECK-NEXT: %[[G1:.*]] = plait.gather %[[L1]] over @mesh["data"] window "fwd" : tensor<1x8x8xf32> -> tensor<1x8x8xf32>
  // CHECK-NEXT: tensor.collapse_shape %[[G1]]
  %s = tensor.extract_slice %w[1, 0, 0] [1, 8, 8] [1, 1, 1] : tensor<2x8x8xf32> to tensor<1x8x8xf32>
  %l = tensor.collapse_shape %s [[0, 1], [2]] : tensor<1x8x8xf32> into tensor<8x8xf32>
  %y = linalg.generic {indexing_maps = [#row, #column, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %l : tensor<12x8xf32>, tensor<8x8xf32>) outs(%fy : tensor<12x8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.mulf %a, %b : f32
      %q = arith.addf %c, %p : f32
      linalg.yield %q : f32
  } -> tensor<12x8xf32>
  %loss = linalg.generic {indexing_maps = [#all, #none], iterator_types = ["reduction", "reduction"]}
      ins(%y : tensor<12x8xf32>) outs(%f0 : tensor<f32>) {
    ^bb0(%a: f32, %c: f32):
      %q = arith.addf %c, %a : f32
      linalg.yield %q : f32
  } -> tensor<f32>
  // CHECK: math.exp
  %d = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<12x8xf32>) outs(%ey : tensor<12x8xf32>) {
    ^bb0(%a: f32, %c: f32):
      %q = math.exp %a : f32
      linalg.yield %q : f32
  } -> tensor<12x8xf32>
  // CHECK: %[[S2:.*]] = tensor.extract_slice %arg0[1, 0, 0] [1, 8, 8] [1, 1, 1]
  // CHECK-NEXT: %[[L2:.*]] = plait.constraint %[[S2]] <@mesh, [{?}, {"data", ?}, {?}]>
  // CHECK-NEXT: %[[G2:.*]] = plait.gather %[[L2]] over @mesh["data"] window "bwd" : tensor<1x8x8xf32> -> tensor<1x8x8xf32>
  // CHECK-NEXT: tensor.collapse_shape %[[G2]]
  %back = linalg.generic {indexing_maps = [#row, #turned, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%d, %l : tensor<12x8xf32>, tensor<8x8xf32>) outs(%fy : tensor<12x8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.mulf %a, %b : f32
      %q = arith.addf %c, %p : f32
      linalg.yield %q : f32
  } -> tensor<12x8xf32>
  // CHECK-COUNT-2: plait.constraint %{{.*}} <@mesh, [{}, {"data"}, {}]> {{{.*}}why = "gradient"} : tensor<1x8x8xf32>
  // CHECK-NOT: plait.constraint
  %d1 = linalg.generic {indexing_maps = [#left, #column, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %back : tensor<12x8xf32>, tensor<12x8xf32>) outs(%fw : tensor<8x8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.mulf %a, %b : f32
      %q = arith.addf %c, %p : f32
      linalg.yield %q : f32
  } -> tensor<8x8xf32>
  %d0 = linalg.generic {indexing_maps = [#left, #column, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%d, %x : tensor<12x8xf32>, tensor<12x8xf32>) outs(%fw : tensor<8x8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.mulf %a, %b : f32
      %q = arith.addf %c, %p : f32
      linalg.yield %q : f32
  } -> tensor<8x8xf32>
  %u1 = tensor.expand_shape %d1 [[0, 1], [2]] output_shape [1, 8, 8] : tensor<8x8xf32> into tensor<1x8x8xf32>
  %u0 = tensor.expand_shape %d0 [[0, 1], [2]] output_shape [1, 8, 8] : tensor<8x8xf32> into tensor<1x8x8xf32>
  %p1 = tensor.pad %u1 low[1, 0, 0] high[0, 0, 0] {
    ^bb0(%a: index, %b: index, %c: index):
      tensor.yield %zero : f32
  } : tensor<1x8x8xf32> to tensor<2x8x8xf32>
  %p0 = tensor.pad %u0 low[0, 0, 0] high[1, 0, 0] {
    ^bb0(%a: index, %b: index, %c: index):
      tensor.yield %zero : f32
  } : tensor<1x8x8xf32> to tensor<2x8x8xf32>
  %g = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p1, %p0 : tensor<2x8x8xf32>, tensor<2x8x8xf32>) outs(%es : tensor<2x8x8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %q = arith.addf %a, %b : f32
      linalg.yield %q : f32
  } -> tensor<2x8x8xf32>
  %new_m = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%m, %g : tensor<2x8x8xf32>, tensor<2x8x8xf32>) outs(%es : tensor<2x8x8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %q = arith.addf %a, %b : f32
      linalg.yield %q : f32
  } -> tensor<2x8x8xf32>
  %new_w = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w, %new_m : tensor<2x8x8xf32>, tensor<2x8x8xf32>) outs(%es : tensor<2x8x8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %q = arith.subf %a, %b : f32
      linalg.yield %q : f32
  } -> tensor<2x8x8xf32>
  return %new_w, %new_m, %loss : tensor<2x8x8xf32>, tensor<2x8x8xf32>, tensor<f32>
}
