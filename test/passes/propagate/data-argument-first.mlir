// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests that where an optimizer state asks for the batch's axis on a dimension that
// activations have too (a table of positions), the data argument wins, though both
// classes take part in all contractions.
plait.mesh @mesh = <"data"=2>
#b = affine_map<(b, s, d, k) -> (b, s, k)>
#w = affine_map<(b, s, d, k) -> (k, d)>
#o = affine_map<(b, s, d, k) -> (b, s, d)>
#id = affine_map<(b, s, d) -> (b, s, d)>
#p = affine_map<(b, s, d) -> (s, d)>
// CHECK-LABEL: func.func @main
// CHECK: linalg.generic
// CHECK: } -> tensor<4x6x8xf32, #plait.sharding<@mesh, [{"data"}, {}, {}]>>
// CHECK: linalg.generic
// CHECK: } -> tensor<4x6x8xf32, #plait.sharding<@mesh, [{"data"}, {}, {}]>>
func.func @main(%pos: tensor<6x8xf32> {plait.alias = 0 : i64, plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>},
                %x: tensor<4x6x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"data"}, {}, {}]>}, %w: tensor<8x8xf32>) -> (tensor<6x8xf32>, tensor<4x6x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x6x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #p, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %pos : tensor<4x6x8xf32>, tensor<6x8xf32>) outs(%e : tensor<4x6x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x6x8xf32>
  %1 = linalg.generic {indexing_maps = [#b, #w, #o], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%0, %w : tensor<4x6x8xf32>, tensor<8x8xf32>) outs(%f : tensor<4x6x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %c, %m : f32
    linalg.yield %s : f32
  } -> tensor<4x6x8xf32>
  return %pos, %1 : tensor<6x8xf32>, tensor<4x6x8xf32>
}
