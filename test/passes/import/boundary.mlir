// RUN: plait-opt %s --plait-import-boundary | FileCheck %s
// Tests names, donation and unsigned types at main, and that producers' attributes go.

// CHECK: module @jit_f {
module @jit_f attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  // CHECK: func.func @main(
  func.func public @main(
      // CHECK-SAME: %arg0: tensor<8xf32> {plait.alias = 1 : i64, plait.name = "params['w']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}
      %arg0: tensor<8xf32> {mhlo.memory_kind = "device", sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>, tf.aliasing_output = 1 : i32} loc("params['w']"),
      // A donor without a given result takes the first of its type that is free.
      // CHECK-SAME: %arg1: tensor<8xf32> {plait.alias = 0 : i64, plait.name = "arg1"}
      %arg1: tensor<8xf32> {jax.buffer_donor = true},
      // No result left: not donated.
      // CHECK-SAME: %arg2: tensor<8xf32> {plait.name = "arg2"}
      %arg2: tensor<8xf32> {jax.buffer_donor = true},
      // CHECK-SAME: %arg3: tensor<ui8> {plait.dtype = "uint8", plait.name = "arg3"}
      %arg3: tensor<ui8>)
      // CHECK-SAME: -> (tensor<8xf32> {plait.name = "result[0]['w']"}, tensor<8xf32> {plait.name = "result1"}, tensor<ui8> {plait.dtype = "uint8", plait.name = "result2"})
      -> (tensor<8xf32> {jax.result_info = "result[0]['w']"}, tensor<8xf32> {jax.result_info = "result[0]['w']"}, tensor<ui8> {jax.result_info = "", mhlo.layout_mode = "default"}) {
    // CHECK: call @used
    %0 = call @used(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
    return %0, %arg1, %arg3 : tensor<8xf32>, tensor<8xf32>, tensor<ui8>
  }
  // CHECK: func.func private @used(%arg0: tensor<8xf32>) -> tensor<8xf32>
  func.func private @used(%arg0: tensor<8xf32> {mhlo.layout_mode = "default"}) -> (tensor<8xf32> {mhlo.layout_mode = "default"}) {
    return %arg0 : tensor<8xf32>
  }
  // CHECK-NOT: @unused
  func.func private @unused(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.custom_call @foreign(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
