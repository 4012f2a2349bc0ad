// RUN: plait-opt %s --plait-propagate --plait-partition | FileCheck %s
// Tests that a cached gather which is gathered further has the origin of host memory, and one that the program reads has not.

plait.mesh @mesh = <"node"=2, "local"=4>

// CHECK-LABEL: func.func @main
// CHECK: %[[CACHE:.*]] = coll.all_gather %arg0 dim 0 over @mesh["node"] site <0 cache "gather window cache of w over node">
// CHECK: coll.all_gather %[[CACHE]] dim 0 over @mesh["local"] site <1 partition "gather window fwd of w over local">
// CHECK: coll.all_gather %arg1 dim 0 over @mesh["node"] site <2 partition "gather window cache of b over node">
func.func @main(%w: tensor<16xf32> {plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{"local", "node"}]>},
                %b: tensor<16xf32> {plait.name = "b", plait.sharding = #plait.sharding<@mesh, [{"node"}]>}) -> tensor<16xf32> {
  %0 = plait.gather %w over @mesh["node"] window "cache" : tensor<16xf32> -> tensor<16xf32>
  %1 = plait.gather %0 over @mesh["local"] window "fwd" : tensor<16xf32> -> tensor<16xf32>
  %2 = plait.gather %b over @mesh["node"] window "cache" : tensor<16xf32> -> tensor<16xf32>
  %3 = arith.mulf %1, %2 : tensor<16xf32>
  return %3 : tensor<16xf32>
}
