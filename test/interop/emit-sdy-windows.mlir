// RUN: plait-compile %s --emit-shardings=sdy-collectives -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: plait-run %t.mlir --check 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: plait-opt %t.mlir --plait-import --plait-test-equivalence="tolerance=1e-5" -o /dev/null | FileCheck %s --check-prefix=MOVES
// RUN: plait-opt %s --plait-import --plait-test-equivalence="tolerance=1e-5" -o /dev/null | FileCheck %s --check-prefix=MOVES
// Tests that windows over a split dimension are written as what one device does, borders exchanged, and read back: a convolution in groups, a pooling, and
// the gradient of a kernel, whose parts are combined in the region. The same is sent, and results agree.
// SAME: check: 4 ranks equal one device
// MOVES: equivalence: 4 devices, 3 results, {{.*}}collectives: collective_permute x3 (672 bytes), all_reduce x1 (1296 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func public @main(%a: tensor<2x16x6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %k: tensor<3x3x2x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>},
                       %g: tensor<2x16x6x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>})
    -> (tensor<2x16x6x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, tensor<2x7x6x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>},
        tensor<3x3x4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}) {
  // CHECK: %[[Y:.*]] = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{}, {"x"}, {}, {}]>, <@mesh, [{}, {}, {}, {}]>] out_shardings=[<@mesh, [{}, {"x"}, {}, {}]>] manual_axes={"x"} (%[[A:.*]]: tensor<2x4x6x4xf32> {{.*}}, %[[K:.*]]: tensor<3x3x2x6xf32> {{.*}}) {
  // CHECK-DAG: %[[LAST:.*]] = stablehlo.slice %[[A]] [0:2, 3:4, 0:6, 0:4]
  // CHECK-DAG: %[[L:.*]] = "stablehlo.collective_permute"(%[[LAST]]) {{.*}}source_target_pairs = dense<{{\[\[}}0, 1], [1, 2], [2, 3]]>
  // CHECK-DAG: %[[FIRST:.*]] = stablehlo.slice %[[A]] [0:2, 0:1, 0:6, 0:4]
  // CHECK-DAG: %[[R:.*]] = "stablehlo.collective_permute"(%[[FIRST]]) {{.*}}source_target_pairs = dense<{{\[\[}}1, 0], [2, 1], [3, 2]]>
  // CHECK: stablehlo.concatenate %[[L]], %[[A]], %[[R]], dim = 1
  // CHECK: stablehlo.convolution({{.*}}) {{.*}}feature_group_count = 2 {{.*}} -> tensor<2x4x6x6xf32>
  // CHECK-NOT: stablehlo.convolution
  // CHECK: sdy.return
  %y = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x16x6x4xf32>, tensor<3x3x2x6xf32>) -> tensor<2x16x6x6xf32>
  // Seven rows on four devices: the region has eight.
  // CHECK: %[[P:.*]] = sdy.manual_computation(%[[Y]]) {{.*}} {
  // CHECK: "stablehlo.reduce_window"(
  // CHECK: stablehlo.maximum
  // CHECK: } : (tensor<2x16x6x6xf32>) -> tensor<2x8x6x6xf32>
  // CHECK: stablehlo.slice %[[P]] [0:2, 0:7, 0:6, 0:6]
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %p = "stablehlo.reduce_window"(%y, %low) <{window_dimensions = array<i64: 1, 3, 1, 1>, window_strides = array<i64: 1, 2, 1, 1>}> ({
  ^bb0(%s: tensor<f32>, %t: tensor<f32>):
    %m = stablehlo.maximum %s, %t : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<2x16x6x6xf32>, tensor<f32>) -> tensor<2x7x6x6xf32>
  // CHECK: sdy.manual_computation(%arg0, %arg2) {{.*}}out_shardings=[<@mesh, [{}, {}, {}, {}]>]
  // CHECK: stablehlo.convolution({{.*}}) -> tensor<4x3x3x6xf32>
  // CHECK: "stablehlo.all_reduce"({{.*}}) {{.*}}replica_groups = dense<{{\[\[}}0, 1, 2, 3]]>
  %w = stablehlo.convolution(%a, %g) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x6x4xf32>, tensor<2x16x6x6xf32>) -> tensor<3x3x4x6xf32>
  return %y, %p, %w : tensor<2x16x6x6xf32>, tensor<2x7x6x6xf32>, tensor<3x3x4x6xf32>
}
