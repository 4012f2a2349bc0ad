// RUN: plait-compile %s --emit-shardings=sdy --mesh x=2,y=4 --shard 'arg0=[{x},{y:(1)2}]' | FileCheck %s
// RUN: not plait-compile %s --emit-shardings=sdy 2>&1 | FileCheck %s --check-prefix=NONE
// Tests a program without a mesh, that gets one by options; sub-axes are written.

// CHECK: mhlo.num_partitions = 8 : i32
// CHECK: sdy.mesh @mesh = <["x"=2, "y"=4]>
// CHECK: %arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2}]>}
// NONE: error: the program must have a mesh, its own or that of --mesh, for shardings to be written
func.func public @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.tanh %x : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
