// RUN: plait-opt %s --plait-import-convert -split-input-file | FileCheck %s
// Tests that shardings on several meshes of the same devices become shardings on the first, by its axes and parts of them.

// CHECK: plait.mesh @a = <"x"=4, "y"=2>
// CHECK-NOT: plait.mesh
sdy.mesh @a = <["x"=4, "y"=2]>
sdy.mesh @turned = <["x"=2, "y"=4], device_ids=[0, 2, 4, 6, 1, 3, 5, 7]>
sdy.mesh @flat = <["z"=8], device_ids=[0, 4, 1, 5, 2, 6, 3, 7]>
sdy.mesh @same = <["x"=4, "y"=2]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: plait.sharding = #plait.sharding<@a, [{"y"}, {"x"}]>
// CHECK-SAME: plait.sharding = #plait.sharding<@a, [{"x":(2)2, "y", "x":(1)2}, {?}]>
func.func @main(%p: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@turned, [{"x"}, {"y"}]>}, %q: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@flat, [{"z"}, {?}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@same, [{"x"}p1, {}], replicated={"y"}>}, tensor<8x8xf32>) {
  // CHECK: plait.constraint %{{.*}} <@a, [{"x":(2)2}, {?}]>
  %0 = sdy.sharding_constraint %q <@flat, [{"z":(1)2}, {?}]> : tensor<8x8xf32>
  return %p, %0 : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// One mesh by two names, in a region and its groups.
// CHECK: plait.mesh @mesh = <"x"=4>
// CHECK-NOT: plait.mesh
sdy.mesh @mesh = <["x"=4]>
sdy.mesh @alias = <["x"=4]>
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: plait.manual(%{{.*}}) in [<@mesh, [{"x"}]>] out [<@mesh, [{"x"}]>] over @mesh["x"]
  // CHECK: coll.all_reduce %{{.*}} sum over @mesh["x"]
  %0 = sdy.manual_computation(%x) in_shardings=[<@alias, [{"x"}]>] out_shardings=[<@alias, [{"x"}]>] manual_axes={"x"} (%l: tensor<2xf32>) {
    %1 = "stablehlo.all_reduce"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @alias, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %3 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    sdy.return %1 : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
