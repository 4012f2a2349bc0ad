// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests the flow through transposes, broadcasts (both ways) and reductions.
plait.mesh @mesh = <"x"=2, "y"=2>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg1: tensor<6xf32, #plait.sharding<@mesh, [{"y"}]>>
// CHECK: linalg.transpose {{.*}} outs({{.*}} : tensor<6x8xf32, #plait.sharding<@mesh, [{"y"}, {"x"}]>>)
// CHECK: linalg.broadcast {{.*}} outs({{.*}} : tensor<6x8xf32, #plait.sharding<@mesh, [{"y"}, {"x"}]>>)
// CHECK: linalg.reduce {{.*}} outs({{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>)
func.func @main(%a: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}]>}, %b: tensor<6xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x8xf32>
  %d = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  %0 = linalg.transpose ins(%a : tensor<8x6xf32>) outs(%e : tensor<6x8xf32>) permutation = [1, 0]
  %1 = linalg.broadcast ins(%b : tensor<6xf32>) outs(%e : tensor<6x8xf32>) dimensions = [1]
  %2 = linalg.add ins(%0, %1 : tensor<6x8xf32>, tensor<6x8xf32>) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  %3 = linalg.reduce {arith.addf} ins(%2 : tensor<6x8xf32>) outs(%f : tensor<8xf32>) dimensions = [0]
  return %3 : tensor<8xf32>
}
