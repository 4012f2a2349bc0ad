// RUN: plait-compile %s --emit-shardings=sdy-collectives -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: plait-run %t.mlir --check 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: plait-opt %t.mlir --plait-import --plait-test-equivalence="tolerance=1e-5" -o /dev/null | FileCheck %s --check-prefix=MOVES
// RUN: plait-opt %s --plait-import --plait-test-equivalence="tolerance=1e-5" -o /dev/null | FileCheck %s --check-prefix=MOVES
// Tests that what partition moves is written as collectives of sdy on global values, and read back: the same is sent, and results agree. Uneven on
// a 2x3 mesh.
// SAME: check: 6 ranks equal one device
// MOVES: equivalence: 6 devices, 2 results, {{.*}}collectives:
// MOVES-DAG: reduce_scatter x1 (36 bytes)
// MOVES-DAG: all_to_all x1 (72 bytes)
// MOVES-DAG: collective_permute x1 (36 bytes)
// MOVES-DAG: all_gather x1 (72 bytes)
sdy.mesh @mesh = <["x"=2, "y"=3]>
// CHECK: func.func public @main(%[[A:.*]]: tensor<6x12xf32> {{.*}}, %[[W:.*]]: tensor<12x9xf32> {{.*}}, %[[V:.*]]: tensor<7x9xf32>
func.func public @main(%a: tensor<6x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                       %w: tensor<12x9xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                       %v: tensor<7x9xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>})
    -> (tensor<6x9xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<7x9xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
  // CHECK-DAG: %[[T:.*]] = sdy.all_to_all [{"y"}: 0->1] %[[V]] out_sharding=<@mesh, [{}, {"y"}]>
  // CHECK-DAG: %[[S:.*]] = sdy.all_slice [{"y"}, {}] %[[A]] out_sharding=<@mesh, [{"y"}, {"x"}]>
  // CHECK: %[[D:.*]] = stablehlo.dot_general %[[S]], %[[W]], {{.*}}<@mesh, [{"y"}, {}], unreduced={"x"}>
  // CHECK: %[[R:.*]] = sdy.reduce_scatter [{"x"}, {}] %[[D]] out_sharding=<@mesh, [{"y", "x"}, {}]>
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<6x12xf32>, tensor<12x9xf32>) -> tensor<6x9xf32>
  // CHECK: %[[H:.*]] = stablehlo.tanh %[[R]]
  // CHECK: %[[P:.*]] = sdy.collective_permute %[[H]] out_sharding=<@mesh, [{"x", "y"}, {}]>
  // CHECK: %[[G:.*]] = sdy.all_gather [{"y"}, {}] %[[P]] out_sharding=<@mesh, [{"x"}, {}]>
  %1 = stablehlo.tanh %0 : tensor<6x9xf32>
  // CHECK: %[[Q:.*]] = stablehlo.tanh %[[T]]
  %2 = stablehlo.tanh %v : tensor<7x9xf32>
  // CHECK: return %[[G]], %[[Q]]
  return %1, %2 : tensor<6x9xf32>, tensor<7x9xf32>
}
