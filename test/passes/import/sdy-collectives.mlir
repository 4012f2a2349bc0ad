// RUN: plait-opt %s --plait-import | FileCheck %s
// Tests collectives of sdy: the types are global, so each states how its value lies from there on.
sdy.mesh @mesh = <["x"=4, "y"=2]>
// CHECK-LABEL: func @main
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<8x8xf32> {
  // CHECK: %[[A:.*]] = plait.constraint %arg0 <@mesh, [{"x"}, {}]>
  %0 = sdy.all_slice [{"x"}, {}] %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  // CHECK: %[[B:.*]] = plait.constraint %[[A]] <@mesh, [{}, {"x"}]>
  %1 = sdy.all_to_all [{"x"}: 0->1] %0 out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  // CHECK: %[[C:.*]] = plait.constraint %[[B]] <@mesh, [{}, {"y", "x":(1)2}]>
  %2 = sdy.collective_permute %1 out_sharding=<@mesh, [{}, {"y", "x":(1)2}]> : tensor<8x8xf32>
  // CHECK: %[[D:.*]] = plait.constraint %[[C]] <@mesh, [{}, {}]>
  %3 = sdy.all_gather [{}, {"y", "x":(1)2}] %2 out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  // CHECK: %[[E:.*]] = plait.constraint %[[D]] <@mesh, [{}, {}], partial = {"x" : sum}>
  %4 = sdy.replicated_to_unreduced {"x"} %3 out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<8x8xf32>
  // CHECK: %[[F:.*]] = plait.constraint %[[E]] <@mesh, [{}, {}]>
  %5 = sdy.all_reduce {"x"} %4 out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  // CHECK: %[[G:.*]] = plait.constraint %[[F]] <@mesh, [{}, {}], partial = {"y" : max}>
  %6 = sdy.reshard %5 <@mesh, [{}, {}], unreduced=max{"y"}> : tensor<8x8xf32>
  // CHECK: %[[H:.*]] = plait.constraint %[[G]] <@mesh, [{"y"}, {}]>
  %7 = sdy.reduce_scatter max [{"y"}, {}] %6 out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x8xf32>
  // CHECK: %[[I:.*]] = plait.constraint %[[H]] <@mesh, [{}, {}], partial = {"y" : sum}>
  %8 = sdy.sharded_to_unreduced [{"y"}, {}] %7 out_sharding=<@mesh, [{}, {}], unreduced={"y"}> : tensor<8x8xf32>
  // CHECK: return %[[I]]
  return %8 : tensor<8x8xf32>
}
