// RUN: plait-opt %s --plait-import | FileCheck %s
// Tests the whole import stage on a small training step as JAX prints it: names, donation, shardings,
// bias by broadcast, loss, and gradients.

// CHECK-DAG: #[[BIAS:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK: module @jit_step {
module @jit_step attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  // CHECK: plait.mesh @mesh = <"data"=4>
  sdy.mesh @mesh = <["data"=4]>
  // CHECK: func.func @main(%[[B:.*]]: tensor<6xf32> {plait.alias = 0 : i64, plait.name = "params['b']", plait.sharding = #plait.sharding<@mesh, [{}]>},
  // CHECK-SAME: %[[W:.*]]: tensor<5x6xf32> {plait.alias = 1 : i64, plait.name = "params['w']"},
  // CHECK-SAME: %[[X:.*]]: tensor<8x5xf32> {plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>})
  // CHECK-SAME: -> (tensor<6xf32> {plait.name = "result[0]['b']"}, tensor<5x6xf32> {plait.name = "result[0]['w']"}, tensor<f32> {plait.name = "result[1]['loss']"})
  func.func public @main(%arg0: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 0 : i32} loc("params['b']"),
                         %arg1: tensor<5x6xf32> {tf.aliasing_output = 1 : i32} loc("params['w']"),
                         %arg2: tensor<8x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>} loc("x"))
      -> (tensor<6xf32> {jax.result_info = "result[0]['b']"}, tensor<5x6xf32> {jax.result_info = "result[0]['w']"}, tensor<f32> {jax.result_info = "result[1]['loss']"}) {
    // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[X]], %[[W]] :
    %0 = stablehlo.dot_general %arg2, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x5xf32>, tensor<5x6xf32>) -> tensor<8x6xf32>
    // CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[BIAS]], #{{.*}}], {{.*}} ins(%{{.*}}, %[[B]] :
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<8x6xf32>
    %3 = stablehlo.add %0, %2 : tensor<8x6xf32>
    // CHECK: arith.maximumf
    %4 = call @relu(%3) : (tensor<8x6xf32>) -> tensor<8x6xf32>
    %cst = stablehlo.constant dense<0.0> : tensor<f32>
    // CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "reduction"]}
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6xf32>, tensor<f32>) -> tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %7 = stablehlo.compare GT, %3, %6, FLOAT : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xi1>
    %8 = stablehlo.convert %7 : (tensor<8x6xi1>) -> tensor<8x6xf32>
    %9 = stablehlo.reduce(%8 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<6xf32>
    %10 = stablehlo.dot_general %arg2, %8, contracting_dims = [0] x [0] : (tensor<8x5xf32>, tensor<8x6xf32>) -> tensor<5x6xf32>
    %11 = stablehlo.subtract %arg0, %9 : tensor<6xf32>
    %12 = stablehlo.subtract %arg1, %10 : tensor<5x6xf32>
    // CHECK-NOT: call
    // CHECK: return
    return %11, %12, %5 : tensor<6xf32>, tensor<5x6xf32>, tensor<f32>
  }
  // CHECK-NOT: func.func
  func.func private @relu(%arg0: tensor<8x6xf32>) -> tensor<8x6xf32> {
    %cst = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x6xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x6xf32>
    return %1 : tensor<8x6xf32>
  }
}
