// RUN: plait-opt %s --plait-import | FileCheck %s
// Tests that a scan over stacked layers stays one loop: layer weights are slices at the counter, and
// the backward loop's index is arithmetic on scalars.

// CHECK: func.func @main(%[[W:.*]]: tensor<3x4x4xf32> {{.*}}, %[[X:.*]]: tensor<2x4xf32> {{.*}})
func.func public @main(%arg0: tensor<3x4x4xf32>, %arg1: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<3x2x4xf32>) {
  // CHECK: scf.for %[[I:[a-z0-9]+]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[A:[a-z0-9]+]] = %[[X]], %[[S:[a-z0-9]+]] = %{{.*}}) -> (tensor<2x4xf32>, tensor<3x2x4xf32>)
  // CHECK: %[[R:.*]] = arith.subi %{{.*}}, %{{.*}} : i32
  // CHECK: %[[J:.*]] = arith.index_cast %[[R]] : i32 to index
  // CHECK: linalgx.dynamic_slice %[[W]][%[[J]], %{{.*}}, %{{.*}}] : tensor<3x4x4xf32> -> tensor<1x4x4xf32>
  // CHECK: linalgx.dynamic_update_slice %{{.*}} into %[[S]][%[[I]], %{{.*}}, %{{.*}}]
  // CHECK: scf.yield
  %c = stablehlo.constant dense<0> : tensor<i32>
  %cst = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x2x4xf32>
  %1:4 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %c, %iterArg_1 = %arg1, %iterArg_2 = %0) : tensor<3x4x4xf32>, tensor<i32>, tensor<2x4xf32>, tensor<3x2x4xf32>
   cond {
    %c_3 = stablehlo.constant dense<3> : tensor<i32>
    %2 = stablehlo.compare LT, %iterArg_0, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %c_3 = stablehlo.constant dense<2> : tensor<i32>
    %2 = stablehlo.subtract %c_3, %iterArg_0 : tensor<i32>
    %3 = func.call @dynamic_index_in_dim(%iterArg, %2) : (tensor<3x4x4xf32>, tensor<i32>) -> tensor<4x4xf32>
    %4 = stablehlo.dot_general %iterArg_1, %3, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [1, 2] : (tensor<2x4xf32>) -> tensor<1x2x4xf32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.dynamic_update_slice %iterArg_2, %5, %iterArg_0, %c_4, %c_4 : (tensor<3x2x4xf32>, tensor<1x2x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x4xf32>
    %c_5 = stablehlo.constant dense<1> : tensor<i32>
    %7 = stablehlo.add %iterArg_0, %c_5 : tensor<i32>
    stablehlo.return %iterArg, %7, %4, %6 : tensor<3x4x4xf32>, tensor<i32>, tensor<2x4xf32>, tensor<3x2x4xf32>
  }
  return %1#2, %1#3 : tensor<2x4xf32>, tensor<3x2x4xf32>
}
func.func private @dynamic_index_in_dim(%arg0: tensor<3x4x4xf32>, %arg1: tensor<i32>) -> tensor<4x4xf32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c, sizes = [1, 4, 4] : (tensor<3x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xf32>
  %1 = stablehlo.reshape %0 : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
