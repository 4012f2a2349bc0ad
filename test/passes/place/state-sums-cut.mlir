// RUN: plait-opt %s --plait-place-state-sums | FileCheck %s
// Tests that what is made of a gathered parameter stays whole where one reader cuts its shard from it and another has it whole: its gradient's shard is
// multiplied by it, and were it split for that, the other would gather it again.

plait.mesh @mesh = <"data"=4>
plait.placement @placed on @mesh {} roles {"data" = batch} resolved

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
#vector = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @main
// CHECK: %[[GATHERED:.*]] = plait.gather %arg0
// CHECK: %[[EXP:.*]] = linalg.generic {{.*}} ins(%[[GATHERED]] :
// CHECK: %[[WHOLE:.*]] = plait.constraint %[[EXP]] <@mesh, [{}]> : tensor<8xf32>
// CHECK: %[[SHARD:.*]] = plait.constraint %[[WHOLE]] <@mesh, [{"data"}]> : tensor<8xf32>
// CHECK: ins(%arg1, %[[EXP]] :
// CHECK: ins(%arg2, %[[SHARD]] :
func.func @main(%w: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"data"}]>, plait.state = #plait.state<parameter>},
                %x: tensor<4x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>, plait.state = #plait.state<batch>},
                %g: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"data"}]>, plait.state = #plait.state<optimizer>})
    -> (tensor<4x8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %ex = tensor.empty() : tensor<4x8xf32>
  %whole = plait.gather %w over @mesh["data"] window "fwd" : tensor<8xf32> -> tensor<8xf32>
  %exp = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]} ins(%whole : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.exp %a : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %exp : tensor<4x8xf32>, tensor<8xf32>) outs(%ex : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.mulf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<4x8xf32>
  %d = linalg.generic {indexing_maps = [#vector, #vector, #vector], iterator_types = ["parallel"]}
      ins(%g, %exp : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.mulf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %y, %d : tensor<4x8xf32>, tensor<8xf32>
}
