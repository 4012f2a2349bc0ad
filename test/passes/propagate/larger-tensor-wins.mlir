// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests different axes on one factor: in one step the larger tensor has its way.
plait.mesh @mesh = <"x"=2, "y"=2>
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
// CHECK-LABEL: func.func @main
// CHECK: linalg.generic
// CHECK: } -> tensor<4x8xf32, #plait.sharding<@mesh, [{}, {"y"}]>>
func.func @main(%small: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>},
                %large: tensor<4x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"y"}]>}) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %r = linalg.generic {indexing_maps = [#row, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%small, %large : tensor<8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
