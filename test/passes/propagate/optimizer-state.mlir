// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests that a gradient follows the optimizer's state, which is split further
// than the parameter: the partial sums of the gradient can be scattered.
plait.mesh @mesh = <"data"=4>
#l = affine_map<(i, j, b) -> (b, i)>
#r = affine_map<(i, j, b) -> (b, j)>
#o = affine_map<(i, j, b) -> (i, j)>
// CHECK-LABEL: func.func @main
// CHECK-SAME: -> (tensor<16x4xf32, #plait.sharding<@mesh, [{}, {}]>> {{.*}}, tensor<16x4xf32, #plait.sharding<@mesh, [{"data"}, {}]>>
// CHECK: linalg.generic
// CHECK: } -> tensor<16x4xf32, #plait.sharding<@mesh, [{"data"}, {}]>>
// CHECK: linalg.add {{.*}} -> tensor<16x4xf32, #plait.sharding<@mesh, [{"data"}, {}]>>
// CHECK: linalg.sub {{.*}} -> tensor<16x4xf32, #plait.sharding<@mesh, [{"data"}, {}]>>
// CHECK: plait.reshard {{.*}} -> tensor<16x4xf32, #plait.sharding<@mesh, [{}, {}]>>
func.func @main(%w: tensor<16x4xf32> {plait.alias = 0 : i64, plait.sharding = #plait.sharding<@mesh, [{}, {}]>},
                %m: tensor<16x4xf32> {plait.alias = 1 : i64, plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>},
                %x: tensor<8x16xf32> {plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>},
                %g: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<16x4xf32>, tensor<16x4xf32>) {
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
  %m2 = linalg.add ins(%m, %d : tensor<16x4xf32>, tensor<16x4xf32>) outs(%e : tensor<16x4xf32>) -> tensor<16x4xf32>
  %n = linalg.sub ins(%w, %m2 : tensor<16x4xf32>, tensor<16x4xf32>) outs(%e : tensor<16x4xf32>) -> tensor<16x4xf32>
  return %n, %m2 : tensor<16x4xf32>, tensor<16x4xf32>
}
