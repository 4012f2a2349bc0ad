// RUN: plait-opt %s --plait-place-state-sums | FileCheck %s
// Tests that what is stated to be in parts but is complete is no sum any more: five rows of a batch, which four devices cannot divide, are read whole, and
// each device makes columns of the gradient, which are gathered and not added.

#ab = affine_map<(i, j, k) -> (k, i)>
#bc = affine_map<(i, j, k) -> (k, j)>
#ac = affine_map<(i, j, k) -> (i, j)>

plait.mesh @mesh = <"data"=4>
plait.placement @placed on @mesh {} roles {"data" = batch} resolved

// CHECK-LABEL: func.func @main
// CHECK-NOT: partial
// CHECK: %[[OWN:.*]] = plait.constraint %{{.*}} <@mesh, [{}, {"data"}]>
// CHECK-NOT: partial
// CHECK: plait.constraint %[[OWN]] <@mesh, [{}, {}]> {{.*}}why = 
// CHECK-NOT: partial
func.func @main(%x: tensor<5x16xf32>, %d: tensor<5x64xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"data"}]>}) -> tensor<16x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x64xf32>) -> tensor<16x64xf32>
  %g = linalg.generic {indexing_maps = [#ab, #bc, #ac], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %d : tensor<5x16xf32>, tensor<5x64xf32>) outs(%f : tensor<16x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<16x64xf32>
  %parts = plait.constraint %g <@mesh, [{}, {}], partial = {"data" : sum}> : tensor<16x64xf32>
  %sum = plait.constraint %parts <@mesh, [{}, {}]> : tensor<16x64xf32>
  return %sum : tensor<16x64xf32>
}
