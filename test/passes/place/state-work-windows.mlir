// RUN: plait-opt %s --plait-place-state-sums | FileCheck %s
// Tests that the work of a convolution is its steps, whatever its windows read: this one is a fiftieth of the program's, and all devices may repeat
// it.

#row = affine_map<(i, j, k) -> (i, k)>
#column = affine_map<(i, j, k) -> (k, j)>
#out = affine_map<(i, j, k) -> (i, j)>
#window = affine_map<(n, y, x, f, r, s, c) -> (n, y + r, x + s, c)>
#kernel = affine_map<(n, y, x, f, r, s, c) -> (r, s, c, f)>
#image = affine_map<(n, y, x, f, r, s, c) -> (n, y, x, f)>

plait.mesh @mesh = <"model"=4>
plait.placement @placed on @mesh {} roles {"model" = features} resolved

// CHECK-LABEL: func.func @main
// CHECK-NOT: plait.constraint
// CHECK: return
func.func @main(%a: tensor<64x64xf32>, %w: tensor<64x64xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"model"}]>, plait.state = #plait.state<parameter>},
                %x: tensor<1x5x5x8xf32>, %k: tensor<3x3x8x8xf32> {plait.state = #plait.state<parameter>})
    -> (tensor<64x64xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"model"}]>}, tensor<1x3x3x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<64x64xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.generic {indexing_maps = [#row, #column, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f0 : tensor<64x64xf32>) {
    ^bb0(%u: f32, %v: f32, %c: f32):
      %m = arith.mulf %u, %v : f32
      %s = arith.addf %c, %m : f32
      linalg.yield %s : f32
  } -> tensor<64x64xf32>
  %e1 = tensor.empty() : tensor<1x3x3x8xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x3x3x8xf32>) -> tensor<1x3x3x8xf32>
  %y = linalg.generic {indexing_maps = [#window, #kernel, #image], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %k : tensor<1x5x5x8xf32>, tensor<3x3x8x8xf32>) outs(%f1 : tensor<1x3x3x8xf32>) {
    ^bb0(%u: f32, %v: f32, %c: f32):
      %m = arith.mulf %u, %v : f32
      %s = arith.addf %c, %m : f32
      linalg.yield %s : f32
  } -> tensor<1x3x3x8xf32>
  return %p, %y : tensor<64x64xf32>, tensor<1x3x3x8xf32>
}
