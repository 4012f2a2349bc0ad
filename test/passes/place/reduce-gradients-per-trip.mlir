// RUN: plait-opt %s --plait-place-resolve-strategy="placement=zero2@data" --plait-place-reduce-gradients | FileCheck %s
// Tests where the sum over devices stands of gradients that a loop over micro-batches adds up: in each trip, if they are stored split, so that no
// device ever has all of it; behind the loop, once, if they are whole, as the strategy's axes divide no dimension of them.

plait.mesh @mesh = <"data"=8>

#id = affine_map<(i) -> (i)>
#rows = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @main
// CHECK: scf.for
// CHECK: %[[PART:.*]] = plait.constraint %{{.*}} <@mesh, [{?}], partial = {"data" : sum}> : tensor<16xf32>
// CHECK-NEXT: plait.constraint %[[PART]] <@mesh, [{"data"}]> : tensor<16xf32>
// CHECK: plait.constraint %{{.*}} <@mesh, [{?}], partial = {"data" : sum}> : tensor<6xf32>
// CHECK-NOT: plait.constraint
// CHECK: scf.yield
// CHECK: %[[SUM:.*]] = plait.constraint %{{.*}}#1 <@mesh, [{?}], partial = {"data" : sum}> : tensor<6xf32>
// CHECK-NEXT: plait.constraint %[[SUM]] <@mesh, [{}]> : tensor<6xf32>
// CHECK-NOT: plait.constraint

// loss = sum(x wide + y few), over three micro-batches; an update for each.
func.func @main(%wide: tensor<16xf32> {plait.name = "params['wide']", plait.state = #plait.state<parameter>, plait.alias = 0 : i64},
                %few: tensor<6xf32> {plait.name = "params['few']", plait.state = #plait.state<parameter>, plait.alias = 1 : i64},
                %x: tensor<3x8x16xf32> {plait.name = "x", plait.state = #plait.state<batch>},
                %y: tensor<3x8x6xf32> {plait.name = "y", plait.state = #plait.state<batch>})
    -> (tensor<16xf32> {plait.name = "new['wide']"}, tensor<6xf32> {plait.name = "new['few']"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %no_wide = arith.constant dense<0.0> : tensor<16xf32>
  %no_few = arith.constant dense<0.0> : tensor<6xf32>
  %sums:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%sum_wide = %no_wide, %sum_few = %no_few) -> (tensor<16xf32>, tensor<6xf32>) {
    %piece_x = linalgx.dynamic_slice %x[%i, %c0, %c0] : tensor<3x8x16xf32> -> tensor<1x8x16xf32>
    %piece_y = linalgx.dynamic_slice %y[%i, %c0, %c0] : tensor<3x8x6xf32> -> tensor<1x8x6xf32>
    %micro_x = tensor.collapse_shape %piece_x [[0, 1], [2]] : tensor<1x8x16xf32> into tensor<8x16xf32>
    %micro_y = tensor.collapse_shape %piece_y [[0, 1], [2]] : tensor<1x8x6xf32> into tensor<8x6xf32>
    %grad_wide = linalg.generic {indexing_maps = [#rows, #columns], iterator_types = ["reduction", "parallel"]}
        ins(%micro_x : tensor<8x16xf32>) outs(%no_wide : tensor<16xf32>) {
      ^bb0(%a: f32, %c: f32):
        %s = arith.addf %c, %a : f32
        linalg.yield %s : f32
    } -> tensor<16xf32>
    %grad_few = linalg.generic {indexing_maps = [#rows, #columns], iterator_types = ["reduction", "parallel"]}
        ins(%micro_y : tensor<8x6xf32>) outs(%no_few : tensor<6xf32>) {
      ^bb0(%a: f32, %c: f32):
        %s = arith.addf %c, %a : f32
        linalg.yield %s : f32
    } -> tensor<6xf32>
    %next_wide = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
        ins(%sum_wide, %grad_wide : tensor<16xf32>, tensor<16xf32>) outs(%no_wide : tensor<16xf32>) {
      ^bb0(%a: f32, %b: f32, %c: f32):
        %s = arith.addf %a, %b : f32
        linalg.yield %s : f32
    } -> tensor<16xf32>
    %next_few = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
        ins(%sum_few, %grad_few : tensor<6xf32>, tensor<6xf32>) outs(%no_few : tensor<6xf32>) {
      ^bb0(%a: f32, %b: f32, %c: f32):
        %s = arith.addf %a, %b : f32
        linalg.yield %s : f32
    } -> tensor<6xf32>
    scf.yield %next_wide, %next_few : tensor<16xf32>, tensor<6xf32>
  }
  %new_wide = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%wide, %sums#0 : tensor<16xf32>, tensor<16xf32>) outs(%no_wide : tensor<16xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %s = arith.subf %a, %b : f32
      linalg.yield %s : f32
  } -> tensor<16xf32>
  %new_few = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%few, %sums#1 : tensor<6xf32>, tensor<6xf32>) outs(%no_few : tensor<6xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %s = arith.subf %a, %b : f32
      linalg.yield %s : f32
  } -> tensor<6xf32>
  return %new_wide, %new_few : tensor<16xf32>, tensor<6xf32>
}
