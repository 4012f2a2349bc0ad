// RUN: plait-opt %s --plait-place-state-sums | FileCheck %s
// Tests that parts of a sum are constrained where they are made and as their users need them, once for a chain of linear ops, and what is left as it is.

#ab = affine_map<(i, j, k) -> (i, k)>
#bc = affine_map<(i, j, k) -> (k, j)>
#ac = affine_map<(i, j, k) -> (i, j)>
#id = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>
#scalar = affine_map<() -> ()>

plait.mesh @mesh = <"data"=2, "model"=4>
plait.placement @placed on @mesh {} roles {"data" = batch, "model" = features} resolved

// Two products: columns, then rows. The first has nothing to state; the second
// is in parts over the model axis, which the square needs whole. Its sum over
// examples and features is in parts over data, halved, and then combined.
// CHECK-LABEL: func.func @main
// CHECK: %[[H:.*]] = linalg.generic
// CHECK-SAME: ins(%arg0, %arg1
// CHECK-NOT: plait.constraint
// CHECK: %[[Y:.*]] = linalg.generic
// CHECK-SAME: ins(%[[H]], %arg2
// CHECK: %[[P:.*]] = plait.constraint %[[Y]] <@mesh, [{"data", ?}, {?}], partial = {"model" : sum}> : tensor<8x12xf32>
// CHECK-NEXT: %[[S:.*]] = plait.constraint %[[P]] <@mesh, [{"data", ?}, {?}]> {name = "{{.*}}state-sums.mlir:[[#]]", why = "activation forward"} : tensor<8x12xf32>
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[S]]
// CHECK: %[[L:.*]] = linalg.generic
// CHECK: plait.constraint %[[L]] <@mesh, [], partial = {"data" : sum}>
// CHECK: %[[HALF:.*]] = linalg.generic
// CHECK: %[[PARTS:.*]] = plait.constraint %[[HALF]] <@mesh, [], partial = {"data" : sum}>
// CHECK: %[[LOSS:.*]] = plait.constraint %[[PARTS]] <@mesh, []> {{{.*}}why = "statistic"}
// CHECK: return %[[LOSS]]
func.func @main(%x: tensor<8x16xf32> {plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>, plait.state = #plait.state<batch>},
                %w: tensor<16x32xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"model"}]>, plait.state = #plait.state<parameter>},
                %v: tensor<32x12xf32> {plait.sharding = #plait.sharding<@mesh, [{"model"}, {}]>, plait.state = #plait.state<parameter>}) -> (tensor<f32> {plait.name = "loss"}) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %e0 = tensor.empty() : tensor<8x32xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<8x32xf32>) -> tensor<8x32xf32>
  %h = linalg.generic {indexing_maps = [#ab, #bc, #ac], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<8x16xf32>, tensor<16x32xf32>) outs(%f0 : tensor<8x32xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.mulf %a, %b : f32
      %q = arith.addf %c, %p : f32
      linalg.yield %q : f32
  } -> tensor<8x32xf32>
  %e1 = tensor.empty() : tensor<8x12xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8x12xf32>) -> tensor<8x12xf32>
  %y = linalg.generic {indexing_maps = [#ab, #bc, #ac], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%h, %v : tensor<8x32xf32>, tensor<32x12xf32>) outs(%f1 : tensor<8x12xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.mulf %a, %b : f32
      %q = arith.addf %c, %p : f32
      linalg.yield %q : f32
  } -> tensor<8x12xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<8x12xf32>) outs(%e1 : tensor<8x12xf32>) {
    ^bb0(%a: f32, %c: f32):
      %p = arith.mulf %a, %a : f32
      linalg.yield %p : f32
  } -> tensor<8x12xf32>
  %e2 = tensor.empty() : tensor<f32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<f32>) -> tensor<f32>
  %sum = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
      ins(%s : tensor<8x12xf32>) outs(%f2 : tensor<f32>) {
    ^bb0(%a: f32, %c: f32):
      %q = arith.addf %c, %a : f32
      linalg.yield %q : f32
  } -> tensor<f32>
  %loss = linalg.generic {indexing_maps = [#scalar, #scalar], iterator_types = []}
      ins(%sum : tensor<f32>) outs(%e2 : tensor<f32>) {
    ^bb0(%a: f32, %c: f32):
      %p = arith.mulf %a, %half : f32
      linalg.yield %p : f32
  } -> tensor<f32>
  return %loss : tensor<f32>
}
