// RUN: plait-opt %s --plait-import --plait-place --plait-propagate --plait-partition | FileCheck %s
// Tests row 18: a product whose operand is gathered over an axis of 64 devices: one gather and one product, as for any
// number of devices.
// CHECK-LABEL: func.func @main
// CHECK: coll.all_gather {{.*}} over @mesh["x"] {{.*}} (tensor<1x256xf32>) -> tensor<64x256xf32>
// CHECK-NOT: coll.
// CHECK: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: return
sdy.mesh @mesh = <["x"=64]>
func.func @main(%a: tensor<4096x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4096x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %r = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<4096x64xf32>, tensor<64x256xf32>) -> tensor<4096x256xf32>
  return %r : tensor<4096x256xf32>
}
