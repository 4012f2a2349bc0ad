// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests arguments that nothing uses, values without dimensions, scalars and a
// declaration.
plait.mesh @mesh = <"x"=2>
// CHECK: func.func private @declared(tensor<8xf32>)
func.func private @declared(tensor<8xf32>)
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<8xf32, #plait.sharding<@mesh, [{}]>>
// CHECK-SAME: %arg1: tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK-SAME: %arg2: tensor<f32, #plait.sharding<@mesh, []>>
// CHECK-SAME: %arg3: index
func.func @main(%unused: tensor<8xf32>, %given: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}, %s: tensor<f32>, %i: index) -> tensor<f32> {
  return %s : tensor<f32>
}
