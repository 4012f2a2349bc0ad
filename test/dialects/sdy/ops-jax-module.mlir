// RUN: plait-opt %s | plait-opt | FileCheck %s --strict-whitespace
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s --strict-whitespace
// Tests a module as JAX prints it: shardings among attributes of other dialects.

// CHECK: module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  // CHECK: sdy.mesh @mesh = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}, {name = "y", size = 2 : i64}]}}
  sdy.mesh @mesh = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}, {name = "y", size = 2 : i64}]}}
  // CHECK: func.func public @main(%[[A:.*]]: tensor<8x8xf32> {mhlo.memory_kind = "device", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>, tf.aliasing_output = 0 : i32}) -> (tensor<8x8xf32> {jax.result_info = "result['w']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  func.func public @main(%arg0: tensor<8x8xf32> {mhlo.memory_kind = "device", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>, tf.aliasing_output = 0 : i32}) -> (tensor<8x8xf32> {jax.result_info = "result['w']", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    // CHECK: stablehlo.add %[[A]], %[[A]] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
    %0 = stablehlo.add %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
    // CHECK: {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=8, k=8} reduction={k}>}
    %1 = stablehlo.custom_call @foo(%0, %0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=8, k=8} reduction={k}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    // CHECK: sdy.manual_computation(%{{.*}}) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%{{.*}}: tensor<2x8xf32>) {
    %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%arg1: tensor<2x8xf32>) {
      // CHECK-NEXT: func.call @sub
      %3 = func.call @sub(%arg1) : (tensor<2x8xf32>) -> tensor<2x8xf32>
      sdy.return %3 : tensor<2x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %2 : tensor<8x8xf32>
  }
  func.func private @sub(%arg0: tensor<2x8xf32>) -> tensor<2x8xf32> {
    return %arg0 : tensor<2x8xf32>
  }
}
