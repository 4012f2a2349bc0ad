// RUN: plait-opt %s --plait-place-state-sums | FileCheck %s
// Tests that a sort along a split dimension is stated: the axis goes to the other dimension, for an eighth of what gathering would bring.

plait.mesh @mesh = <"model"=8>
// CHECK: plait.placement @placed
// CHECK-NOT: unstated
plait.placement @placed on @mesh {} roles {"model" = features} resolved

// CHECK-LABEL: func.func @main
// CHECK: %[[ROWS:.*]] = plait.constraint %{{.*}} <@mesh, [{"model"}, {}]> {{.*}}why = "activation
// CHECK: linalgx.sort(%[[ROWS]]) dim 1
func.func @main(%x: tensor<64x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"model"}]>}) -> tensor<64x8xf32> {
  %s = linalgx.sort(%x) dim 1 : (tensor<64x8xf32>) -> tensor<64x8xf32> {
  ^bb0(%a: f32, %b: f32):
    %less = arith.cmpf olt, %a, %b : f32
    linalgx.yield %less : i1
  }
  return %s : tensor<64x8xf32>
}
