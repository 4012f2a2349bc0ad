// RUN: plait-compile %s --emit-shardings=sdy-collectives -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: plait-run %t.mlir --check 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: plait-opt %t.mlir --plait-import --plait-test-equivalence -o /dev/null | FileCheck %s --check-prefix=MOVES
// RUN: plait-opt %s --plait-import --plait-test-equivalence -o /dev/null | FileCheck %s --check-prefix=MOVES
// Tests that a roll, a slice and a reversal of split dimensions are written as the exchanges that they are. The devices stand in another order than their
// numbers; ten rows on four devices are padded before the region and cut behind it.
// SAME: check: 4 ranks equal one device
// MOVES: equivalence: 4 devices, 3 results, {{.*}}collectives: collective_permute x4 (152 bytes){{$}}
sdy.mesh @mesh = <["x"=4], device_ids=[0, 2, 1, 3]>
func.func public @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<10x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<10x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<13x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // The slices that only the roll took are gone.
  // CHECK-NOT: stablehlo.slice %arg0 [3:16
  // CHECK: sdy.manual_computation(%arg0) {{.*}}(%[[L:.*]]: tensor<4x8xf32> {{.*}}) {
  // CHECK-DAG: %[[KEPT:.*]] = stablehlo.slice %[[L]] [3:4, 0:8]
  // CHECK-DAG: %[[SENT:.*]] = stablehlo.slice %[[L]] [0:3, 0:8]
  // CHECK-DAG: %[[CAME:.*]] = "stablehlo.collective_permute"(%[[SENT]]) {{.*}}source_target_pairs = dense<{{\[\[}}2, 0], [1, 2], [3, 1], [0, 3]]>
  // CHECK: stablehlo.concatenate %[[KEPT]], %[[CAME]], dim = 0
  %l = stablehlo.slice %a [3:16, 0:8] : (tensor<16x8xf32>) -> tensor<13x8xf32>
  %h = stablehlo.slice %a [0:3, 0:8] : (tensor<16x8xf32>) -> tensor<3x8xf32>
  %r = stablehlo.concatenate %l, %h, dim = 0 : (tensor<13x8xf32>, tensor<3x8xf32>) -> tensor<16x8xf32>
  // CHECK: %[[B:.*]] = stablehlo.pad %arg1, {{.*}} high = [2, 0]
  // CHECK: %[[W:.*]] = sdy.manual_computation(%[[B]])
  // CHECK: stablehlo.partition_id
  // CHECK: } : (tensor<12x2xf32>) -> tensor<12x2xf32>
  // CHECK: stablehlo.slice %[[W]] [0:10, 0:2]
  %s = stablehlo.reverse %b, dims = [0] : tensor<10x2xf32>
  // CHECK: sdy.manual_computation(%arg0)
  %c = stablehlo.slice %a [1:14, 0:8] : (tensor<16x8xf32>) -> tensor<13x8xf32>
  return %r, %s, %c : tensor<16x8xf32>, tensor<10x2xf32>, tensor<13x8xf32>
}
