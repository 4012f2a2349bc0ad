// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests that devices are found by the mesh's device order.

sdy.mesh @mesh = <["x"=2, "y"=2], device_ids=[3, 1, 2, 0]>

// CHECK-LABEL: func @groups_and_numbers
func.func @groups_and_numbers(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<ui32>) {
  // Devices 3 and 1 are the first row of the mesh.
  // CHECK: coll.all_reduce %{{.*}} sum over @mesh["y"]
  // CHECK: %[[T:.*]] = arith.constant dense<[3, 1, 2, 0]> : tensor<4xi32>
  // CHECK: tensor.extract %[[T]][%{{.*}}] : tensor<4xi32>
  %0:2 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>, <@mesh, []>] manual_axes={"x", "y"} (%l: tensor<2xf32>) {
    %1 = "stablehlo.all_reduce"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[3, 1], [2, 0]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %3 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    %2 = stablehlo.partition_id : tensor<ui32>
    sdy.return %1, %2 : tensor<2xf32>, tensor<ui32>
  } : (tensor<4xf32>) -> (tensor<4xf32>, tensor<ui32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<ui32>
}
