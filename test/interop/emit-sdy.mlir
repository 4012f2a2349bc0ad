// RUN: plait-compile %s --emit-shardings=sdy | FileCheck %s
// RUN: plait-compile %s --emit-shardings=sdy --compile-to=propagate -o %t.mlir
// RUN: plait-compile %t.mlir --emit-shardings=sdy | FileCheck %s
// Tests the user's program with the shardings that were found, and that it gives the same when it is read again.

// CHECK: module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32}
module @jit_f {
  // CHECK: sdy.mesh @mesh = <["data"=4, "model"=2]>
  sdy.mesh @mesh = <["data"=4, "model"=2]>
  // Open dimensions are closed, arguments that said nothing have one, donation stays.
  // CHECK: func.func public @main(%arg0: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>} loc("x"),
  // CHECK-SAME: %arg1: tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>, tf.aliasing_output = 1 : i32} loc("params['up']"),
  // CHECK-SAME: %arg2: tensor<64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>} loc("params['down']"))
  // CHECK-SAME: -> (tensor<32x16xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
  // CHECK-SAME: tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>})
  func.func public @main(%x: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data", ?}, {}]>} loc("x"),
      %up: tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>, tf.aliasing_output = 1 : i32} loc("params['up']"),
      %down: tensor<64x16xf32> loc("params['down']")) -> (tensor<32x16xf32> {jax.result_info = "result"}, tensor<16x64xf32>) {
    // CHECK: %[[H:.*]] = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0]
    %0 = stablehlo.dot_general %x, %up, contracting_dims = [1] x [0] : (tensor<32x16xf32>, tensor<16x64xf32>) -> tensor<32x64xf32>
    // An op's sharding and a constraint are completed.
    // CHECK: stablehlo.tanh %[[H]] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>}
    %1 = stablehlo.tanh %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"model"}]>]>} : tensor<32x64xf32>
    // CHECK: sdy.sharding_constraint %{{.*}} <@mesh, [{"data"}, {"model"}]>
    %2 = sdy.sharding_constraint %1 <@mesh, [{"data", ?}, {?}]> : tensor<32x64xf32>
    %3 = stablehlo.dot_general %2, %down, contracting_dims = [1] x [0] : (tensor<32x64xf32>, tensor<64x16xf32>) -> tensor<32x16xf32>
    return %3, %up : tensor<32x16xf32>, tensor<16x64xf32>
  }
}
