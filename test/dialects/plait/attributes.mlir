// RUN: plait-opt %s | plait-opt | FileCheck %s
// Tests the syntax of shardings, sub-axes, priorities, partial axes, states and device orders.

// CHECK: plait.mesh @order = <"x"=2, "y"=2, device_ids = [0, 2, 1, 3]>
plait.mesh @order = <"x"=2, "y"=2, device_ids = [0, 2, 1, 3]>
// CHECK: plait.mesh @none = <>
plait.mesh @none = <>
// CHECK: plait.mesh @mesh = <"x"=8, "y"=2, "z"=3>
plait.mesh @mesh = <"x"=8, "y"=2, "z"=3>

// CHECK-LABEL: func @sub_axes_and_priorities
// CHECK-SAME: plait.sharding = #plait.sharding<@mesh, [{"x":(1)2, "x":(4)2, ?}p1, {}p0]>
func.func @sub_axes_and_priorities(%x: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x":(1)2, "x":(4)2, ?}p1, {}p0]>}) {
  return
}
// CHECK-LABEL: func @replicated_and_partial
// CHECK-SAME: #plait.sharding<@mesh, [{"z"}], replicated = {"y"}, partial = {"x":(2)4 : max}>
func.func @replicated_and_partial(%x: tensor<6xf32, #plait.sharding<@mesh, [{"z"}], replicated = {"y"}, partial = {"x":(2)4 : max}>>) {
  return
}
// CHECK-LABEL: func @declared
// CHECK-SAME: plait.alias = 0 : i64
// CHECK-SAME: plait.dtype = "uint32"
// CHECK-SAME: plait.global = tensor<8xi32>
// CHECK-SAME: plait.name = "step"
// CHECK-SAME: plait.state = #plait.state<step>
func.func @declared(%x: tensor<4xi32> {plait.name = "step", plait.state = #plait.state<step>, plait.alias = 0 : i64,
                                       plait.dtype = "uint32", plait.global = tensor<8xi32>}) -> tensor<4xi32> {
  return %x : tensor<4xi32>
}
