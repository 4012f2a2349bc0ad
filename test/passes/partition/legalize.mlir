// RUN: plait-opt %s --plait-partition-legalize | FileCheck %s
// Tests that types follow from axes per factor and that sums stay partial as
// long as nothing needs them whole.
#row = #plait.sharding<@mesh, [{"data"}, {}]>
#col = #plait.sharding<@mesh, [{}, {"model"}]>
#both = #plait.sharding<@mesh, [{"data"}, {"model"}]>
#mrow = #plait.sharding<@mesh, [{"model"}, {}]>
#mk = affine_map<(i, j, k) -> (i, k)>
#kn = affine_map<(i, j, k) -> (k, j)>
#mn = affine_map<(i, j, k) -> (i, j)>
#id = affine_map<(i, j) -> (i, j)>
plait.mesh @mesh = <"data"=4, "model"=2>

// CHECK-LABEL: func @contracted_dimension_gives_partial_sum
func.func @contracted_dimension_gives_partial_sum(
    %h: tensor<8x32xf32, #both>, %v: tensor<32x16xf32, #mrow>) -> tensor<8x16xf32, #row> {
  %c0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32, #row>
  %f = linalg.fill ins(%c0 : f32) outs(%e : tensor<8x16xf32, #row>) -> tensor<8x16xf32, #row>
  // CHECK: %[[P:.*]] = linalg.generic
  // CHECK: -> tensor<8x16xf32, #plait.sharding<@mesh, [{"data"}, {}], partial = {"model" : sum}>>
  // CHECK: plait.reshard %[[P]]
  // CHECK-SAME: -> tensor<8x16xf32, #plait.sharding<@mesh, [{"data"}, {}]>>
  %y = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%h, %v : tensor<8x32xf32, #both>, tensor<32x16xf32, #mrow>) outs(%f : tensor<8x16xf32, #row>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %0 = arith.mulf %a, %b : f32
      %1 = arith.addf %c, %0 : f32
      linalg.yield %1 : f32
  } -> tensor<8x16xf32, #row>
  return %y : tensor<8x16xf32, #row>
}

// Two partial sums are added before they are combined, once.
// CHECK-LABEL: func @adds_partial_sums
func.func @adds_partial_sums(%h: tensor<8x32xf32, #both>, %v: tensor<32x16xf32, #mrow>,
    %w: tensor<32x16xf32, #mrow>) -> tensor<8x16xf32, #row> {
  %c0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32, #row>
  %f = linalg.fill ins(%c0 : f32) outs(%e : tensor<8x16xf32, #row>) -> tensor<8x16xf32, #row>
  %y = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%h, %v : tensor<8x32xf32, #both>, tensor<32x16xf32, #mrow>) outs(%f : tensor<8x16xf32, #row>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %0 = arith.mulf %a, %b : f32
      %1 = arith.addf %c, %0 : f32
      linalg.yield %1 : f32
  } -> tensor<8x16xf32, #row>
  %z = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%h, %w : tensor<8x32xf32, #both>, tensor<32x16xf32, #mrow>) outs(%f : tensor<8x16xf32, #row>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %0 = arith.mulf %a, %b : f32
      %1 = arith.addf %c, %0 : f32
      linalg.yield %1 : f32
  } -> tensor<8x16xf32, #row>
  // CHECK-NOT: plait.reshard
  // CHECK: arith.addf %{{.*}}, %{{.*}} : f32
  // CHECK: arith.addf %{{.*}}, %{{.*}} : f32
  // CHECK: %[[S:.*]] = linalg.generic
  // CHECK: partial = {"model" : sum}
  // CHECK: plait.reshard %[[S]]
  // CHECK-NOT: plait.reshard
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%y, %z : tensor<8x16xf32, #row>, tensor<8x16xf32, #row>) outs(%e : tensor<8x16xf32, #row>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %0 = arith.addf %a, %b : f32
      linalg.yield %0 : f32
  } -> tensor<8x16xf32, #row>
  return %s : tensor<8x16xf32, #row>
}

// An op that is not linear needs the whole sum.
// CHECK-LABEL: func @combines_before_squaring
func.func @combines_before_squaring(%h: tensor<8x32xf32, #both>, %v: tensor<32x16xf32, #mrow>)
    -> tensor<8x16xf32, #row> {
  %c0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32, #row>
  %f = linalg.fill ins(%c0 : f32) outs(%e : tensor<8x16xf32, #row>) -> tensor<8x16xf32, #row>
  %y = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%h, %v : tensor<8x32xf32, #both>, tensor<32x16xf32, #mrow>) outs(%f : tensor<8x16xf32, #row>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %0 = arith.mulf %a, %b : f32
      %1 = arith.addf %c, %0 : f32
      linalg.yield %1 : f32
  } -> tensor<8x16xf32, #row>
  // CHECK: %[[R:.*]] = plait.reshard
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%[[R]]
  // CHECK: arith.mulf
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%y : tensor<8x16xf32, #row>) outs(%e : tensor<8x16xf32, #row>) {
    ^bb0(%a: f32, %c: f32):
      %0 = arith.mulf %a, %a : f32
      linalg.yield %0 : f32
  } -> tensor<8x16xf32, #row>
  return %s : tensor<8x16xf32, #row>
}

// Only the smaller operand is moved where layouts conflict.
// CHECK-LABEL: func @gathers_the_smaller_side
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<64x16xf32{{.*}}, %[[W:[a-z0-9]+]]: tensor<16x8xf32
func.func @gathers_the_smaller_side(%x: tensor<64x16xf32, #plait.sharding<@mesh, [{"data"}, {}]>>,
    %w: tensor<16x8xf32, #plait.sharding<@mesh, [{}, {"data"}]>>) -> tensor<64x8xf32, #plait.sharding<@mesh, [{"data"}, {}]>> {
  %c0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x8xf32, #plait.sharding<@mesh, [{"data"}, {}]>>
  %f = linalg.fill ins(%c0 : f32) outs(%e : tensor<64x8xf32, #plait.sharding<@mesh, [{"data"}, {}]>>) -> tensor<64x8xf32, #plait.sharding<@mesh, [{"data"}, {}]>>
  // CHECK-NOT: plait.reshard %[[X]]
  // CHECK: plait.reshard %[[W]]
  // CHECK-NOT: plait.reshard %[[X]]
  %y = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x, %w : tensor<64x16xf32, #plait.sharding<@mesh, [{"data"}, {}]>>, tensor<16x8xf32, #plait.sharding<@mesh, [{}, {"data"}]>>)
    outs(%f : tensor<64x8xf32, #plait.sharding<@mesh, [{"data"}, {}]>>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %0 = arith.mulf %a, %b : f32
      %1 = arith.addf %c, %0 : f32
      linalg.yield %1 : f32
  } -> tensor<64x8xf32, #plait.sharding<@mesh, [{"data"}, {}]>>
  return %y : tensor<64x8xf32, #plait.sharding<@mesh, [{"data"}, {}]>>
}
