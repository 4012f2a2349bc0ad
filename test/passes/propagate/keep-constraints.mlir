// RUN: plait-opt %s --plait-propagate-shardings=keep-constraints=true | FileCheck %s
// Tests that constraints stay, with what they became, for who writes them back; a reshard comes before where needed.
plait.mesh @mesh = <"x"=2, "y"=2>
// CHECK-LABEL: func @main
func.func @main(%a: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
                %w: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"y"}]>}) -> tensor<8x4xf32> {
  // CHECK: %[[A:.*]] = plait.reshard %arg0
  // CHECK: %[[C:.*]] = plait.constraint %[[A]] <@mesh, [{"x"}, {"y"}]>
  %0 = plait.constraint %a <@mesh, [{?}, {?}]> : tensor<8x4xf32>
  // CHECK: arith.addf %[[C]],
  %1 = arith.addf %0, %w : tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
