// RUN: plait-compile %s --ring-bytes=0 --compile-to=overlap -o - | FileCheck %s --check-prefix=FLIGHT
// RUN: plait-compile %s --ring-bytes=0 --compile-to=codegen -o - | FileCheck %s
// RUN: plait-opt %s --plait-import --plait-place --plait-propagate --plait-partition --plait-partition-ring-gathers="min-bytes=0" --plait-fuse --plait-overlap --plait-test-print-liveness=peak 2>&1 | FileCheck %s --check-prefix=BOUND
// Tests what becomes of a ring: the next block comes under the product of this one, products add in the result's memory, and the arena
// holds two blocks, as many as liveness says.

// FLIGHT: scf.for
// FLIGHT: coll.permute_start
// FLIGHT: plait.kernel "contract"
// FLIGHT: coll.wait
// FLIGHT: scf.yield
// FLIGHT: plait.kernel "contract"

// CHECK: func.func @main({{.*}} %[[RESULT:[a-z0-9]+]]: memref<256x512xf32> {{[^,]*}}, %[[ARENA:[a-z0-9]+]]: memref<1048576xi8>
// CHECK: scf.for
// CHECK: coll.permute_start
// CHECK: cpu.gemm {{.*}}, %[[RESULT]] accumulate
// CHECK: coll.wait
// CHECK: cpu.gemm {{.*}}, %[[RESULT]] accumulate
// CHECK-NOT: memref.copy
// CHECK: return

// BOUND: 1048576
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %r = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<1024x1024xf32>, tensor<1024x512xf32>) -> tensor<1024x512xf32>
  return %r : tensor<1024x512xf32>
}
