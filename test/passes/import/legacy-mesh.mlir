// RUN: plait-opt %s --plait-import-legacy-shardings -split-input-file | FileCheck %s
// Tests the mesh that sharding strings have in common.

// One way to split: one axis of all devices.
// CHECK: sdy.mesh @mesh = <["devices"=8]>
// CHECK: #sdy.sharding<@mesh, [{"devices"}, {}]>
func.func @main(%x: tensor<8x8xf32> {mhlo.sharding = "{devices=[8,1]<=[8]}"}) {
  return
}

// -----

// Axes end where any string cuts.
// CHECK: sdy.mesh @mesh = <["axis0"=2, "axis1"=2, "axis2"=2]>
// CHECK: @main(%arg0: {{.*}}<@mesh, [{"axis0", "axis1"}, {"axis2"}]>
// CHECK-SAME: %arg1: {{.*}}<@mesh, [{"axis1", "axis2"}, {"axis0"}]>
func.func @main(%x: tensor<8x8xf32> {mhlo.sharding = "{devices=[4,2]<=[8]}"},
                %y: tensor<8x8xf32> {mhlo.sharding = "{devices=[4,2]<=[2,4]T(1,0)}"}) {
  return
}

// -----

// An order of devices that is no iota is the mesh's.
// CHECK: sdy.mesh @mesh = <["axis0"=2, "axis1"=2], device_ids=[0, 1, 3, 2]>
// CHECK: <@mesh, [{"axis0"}, {"axis1"}]>
func.func @main(%x: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,2]0,1,3,2}"}) {
  return
}

// -----

// Cuts of which none divides the other leave one axis, of which strings take parts.
// CHECK: sdy.mesh @mesh = <["devices"=6]>
// CHECK: <@mesh, [{"devices":(1)2}]>
// CHECK-SAME: <@mesh, [{"devices":(1)3}]>
func.func @main(%x: tensor<6xf32> {mhlo.sharding = "{devices=[2,3]<=[6] last_tile_dim_replicate}"},
                %y: tensor<6xf32> {mhlo.sharding = "{devices=[3,2]<=[6] last_tile_dim_replicate}"}) {
  return
}

// -----

// The program's own mesh is taken.
// CHECK: sdy.mesh @m = <["x"=2, "y"=2]>
// CHECK-NOT: sdy.mesh
// CHECK: <@m, [{"y"}, {}], unreduced={"x"}>
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%x: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dims={unreduced}}"}) {
  return
}
