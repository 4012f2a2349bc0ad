// RUN: plait-opt %s --plait-place-reduce-gradients | FileCheck %s
// Tests that what an update adds but no example made, as noise, is not taken for the gradient.

plait.mesh @mesh = <"data"=4>
plait.placement @ddp on @mesh {} roles {"data" = batch}

#id = affine_map<(i) -> (i)>
#rows = affine_map<(i, j) -> (i, j)>
#sum = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @main
func.func @main(%w: tensor<8xf32> {plait.state = #plait.state<parameter>, plait.alias = 0 : i64}, %noise: tensor<8xf32> {plait.state = #plait.state<step>},
                %x: tensor<12x8xf32> {plait.state = #plait.state<batch>}) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  // CHECK: math.exp
  // CHECK-NOT: plait.constraint
  // CHECK: iterator_types = ["reduction", "parallel"]
  %n = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%noise : tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ^bb0(%a: f32, %c: f32):
      %r = math.exp %a : f32
      linalg.yield %r : f32
  } -> tensor<8xf32>
  %g = linalg.generic {indexing_maps = [#rows, #sum], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<12x8xf32>) outs(%f : tensor<8xf32>) {
    ^bb0(%a: f32, %c: f32):
      %r = arith.addf %c, %a : f32
      linalg.yield %r : f32
  } -> tensor<8xf32>
  // CHECK: %[[PART:.*]] = plait.constraint %{{.*}} <@mesh, [{?}], partial = {"data" : sum}>
  // CHECK-NEXT: %[[SUM:.*]] = plait.constraint %[[PART]] <@mesh, [{}]>
  // CHECK-NOT: plait.constraint
  %noisy = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%w, %n : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %r = arith.addf %a, %b : f32
      linalg.yield %r : f32
  } -> tensor<8xf32>
  // CHECK: ins(%{{.*}}, %[[SUM]] :
  %new = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%noisy, %g : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %r = arith.subf %a, %b : f32
      linalg.yield %r : f32
  } -> tensor<8xf32>
  return %new : tensor<8xf32>
}
