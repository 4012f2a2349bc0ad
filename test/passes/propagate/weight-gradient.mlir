// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests that the gradient of a weight, contracted over the batch, does not get
// the batch's axis on a weight's dimension: it lies like the weight.
plait.mesh @mesh = <"data"=4>
#l = affine_map<(i, j, b) -> (b, i)>
#r = affine_map<(i, j, b) -> (b, j)>
#o = affine_map<(i, j, b) -> (i, j)>
// CHECK-LABEL: func.func @main
// CHECK: linalg.generic
// CHECK: } -> tensor<16x4xf32, #plait.sharding<@mesh, [{}, {}]>>
// CHECK: linalg.sub {{.*}} -> tensor<16x4xf32, #plait.sharding<@mesh, [{}, {}]>>
// CHECK-NOT: plait.reshard
func.func @main(%w: tensor<16x4xf32> {plait.alias = 0 : i64},
                %x: tensor<8x16xf32> {plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>},
                %g: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>}) -> tensor<16x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x4xf32>) -> tensor<16x4xf32>
  %d = linalg.generic {indexing_maps = [#l, #r, #o], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %g : tensor<8x16xf32>, tensor<8x4xf32>) outs(%f : tensor<16x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<16x4xf32>
  %n = linalg.sub ins(%w, %d : tensor<16x4xf32>, tensor<16x4xf32>) outs(%e : tensor<16x4xf32>) -> tensor<16x4xf32>
  return %n : tensor<16x4xf32>
}
