// RUN: plait-opt %s --plait-place-state-sums | FileCheck %s
// Tests that a shift along split positions is stated as an exchange, where from and where to it lies alike.

#id = affine_map<(i, j) -> (i, j)>

plait.mesh @mesh = <"data"=2, "model"=4>
// CHECK: plait.placement @placed
// CHECK-NOT: unstated
plait.placement @placed on @mesh {} roles {"data" = batch, "model" = sequence} resolved

// CHECK-LABEL: func.func @main
// CHECK: %[[FROM:.*]] = plait.constraint %arg0 <@mesh, [{"data", ?}, {"model", ?}]>
// CHECK: %[[REST:.*]] = tensor.extract_slice %[[FROM]][0, 1] [8, 15] [1, 1]
// CHECK: %[[FIRST:.*]] = tensor.extract_slice %[[FROM]][0, 0] [8, 1] [1, 1]
// CHECK: %[[ROLLED:.*]] = tensor.concat dim(1) %[[REST]], %[[FIRST]]
// CHECK-NEXT: %[[TO:.*]] = plait.constraint %[[ROLLED]] <@mesh, [{"data", ?}, {"model", ?}]> {name = "{{.*}}state-exchanges.mlir:[[#]]"
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[TO]]
func.func @main(%x: tensor<8x16xf32> {plait.sharding = #plait.sharding<@mesh, [{"data"}, {"model"}]>, plait.state = #plait.state<batch>}) -> (tensor<8x16xf32> {plait.name = "y"}) {
  %rest = tensor.extract_slice %x[0, 1] [8, 15] [1, 1] : tensor<8x16xf32> to tensor<8x15xf32>
  %first = tensor.extract_slice %x[0, 0] [8, 1] [1, 1] : tensor<8x16xf32> to tensor<8x1xf32>
  %rolled = tensor.concat dim(1) %rest, %first : (tensor<8x15xf32>, tensor<8x1xf32>) -> tensor<8x16xf32>
  %e = tensor.empty() : tensor<8x16xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%rolled : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.mulf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}
