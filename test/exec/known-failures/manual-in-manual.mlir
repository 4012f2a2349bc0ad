// RUN: plait-opt %s --plait-import --plait-place --plait-propagate --plait-partition | FileCheck %s
// Tests row 27: a manual computation inside another one, with a constraint on the axis that is still free. Each device runs
// one program on what both leave it, and nothing is moved.
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<4x4xf32>
// CHECK-NOT: plait.manual
// CHECK-NOT: coll.
// CHECK: math.exp
// CHECK-NOT: coll.
// CHECK: math.tanh
// CHECK-NOT: coll.
// CHECK: return %{{.*}} : tensor<4x4xf32>
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %r = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x"} (%l: tensor<4x8xf32>) {
    %0 = stablehlo.exponential %l : tensor<4x8xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{}, {"y"}]> : tensor<4x8xf32>
    %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{}, {"y"}]>] out_shardings=[<@mesh, [{}, {"y"}]>] manual_axes={"y"} (%m: tensor<4x4xf32>) {
      %3 = stablehlo.tanh %m : tensor<4x4xf32>
      sdy.return %3 : tensor<4x4xf32>
    } : (tensor<4x8xf32>) -> tensor<4x8xf32>
    sdy.return %2 : tensor<4x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}
