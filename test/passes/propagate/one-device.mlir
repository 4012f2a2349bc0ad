// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests meshes of one device: no type has an axis, and what the user says stays declared.
plait.mesh @mesh = <"x"=1>

// CHECK-LABEL: func.func @main
// CHECK: linalg.exp {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{}, {}]>>
// CHECK: return {{.*}} : tensor<8x4xf32, #plait.sharding<@mesh, [{}, {}]>>
func.func @main(%a: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %r = linalg.exp ins(%a : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
