// RUN: plait-opt %s --plait-import --plait-place --plait-propagate --plait-partition | FileCheck %s
// RUN: plait-opt %s --plait-import --plait-place --plait-propagate --plait-partition --plait-partition-ring-gathers="min-bytes=0" --plait-partition-verify --plait-verify-spmd | FileCheck %s --check-prefix=RING
// RUN: plait-opt %s --plait-import --plait-place --plait-test-equivalence="rings integers tolerance=0" -o /dev/null | FileCheck %s --check-prefix=EQUAL
// Tests row 18: a product whose operand is gathered over an axis of 64 devices: one gather and one product, as for any
// number of devices; or, where that is asked for, a ring of 64 steps as a loop, which receives as much and is as short.
// CHECK-LABEL: func.func @main
// CHECK: coll.all_gather {{.*}} over @mesh["x"] {{.*}} (tensor<1x256xf32>) -> tensor<64x256xf32>
// CHECK-NOT: coll.
// CHECK: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: return

// RING-LABEL: func.func @main
// RING-NOT: coll.all_gather
// RING: scf.for
// RING: coll.permute %[[BLOCK:.*]] from
// RING: linalg.generic {{.*}}%[[BLOCK]]
// RING-NOT: coll.permute
// RING: linalg.generic
// RING-NOT: coll.permute
// RING: } whole {
// EQUAL: equivalence: 64 devices, 1 results, max relative difference 0.0e+00, collectives: collective_permute x63 (64512 bytes){{$}}
sdy.mesh @mesh = <["x"=64]>
func.func @main(%a: tensor<4096x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4096x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %r = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<4096x64xf32>, tensor<64x256xf32>) -> tensor<4096x256xf32>
  return %r : tensor<4096x256xf32>
}
