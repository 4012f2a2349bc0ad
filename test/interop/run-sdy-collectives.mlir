// RUN: plait-run %s --check | FileCheck %s
// RUN: plait-opt %s --plait-import --plait-place --plait-propagate --plait-partition | FileCheck %s --check-prefix=COLL
// Tests that stated collectives move a value and do not change it.
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func public @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {
  // COLL: coll.all_to_all %{{.*}} split 1 concat 0 over @mesh["x"]
  %0 = sdy.all_to_all [{"x"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  %1 = stablehlo.tanh %0 : tensor<8x8xf32>
  %2 = sdy.all_gather [{}, {"x"}] %1 out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  %3 = stablehlo.exponential %2 : tensor<8x8xf32>
  // The elementwise op before may be done on less already: slice, then gather.
  // COLL: tensor.extract_slice
  // COLL: coll.all_gather %{{.*}} dim 1 over @mesh["x"] {{.*}} : (tensor<4x2xf32>) -> tensor<4x8xf32>
  %4 = sdy.all_slice [{"y"}, {}] %3 out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x8xf32>
  return %4 : tensor<8x8xf32>
}
// CHECK: check: 8 ranks equal one device
