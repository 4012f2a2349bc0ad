// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests that a barrier lets shardings pass only in its direction, and that it is a
// reshard where its sides differ.
plait.mesh @mesh = <"x"=2>
// CHECK-LABEL: func.func @forward
// CHECK-SAME: %arg1: tensor<8xf32, #plait.sharding<@mesh, [{}]>>
// CHECK: linalg.exp ins(%arg0 {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: plait.reshard %arg1 : {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK-NOT: plait.barrier
func.func @forward(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32>,
                   %c: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %0 = plait.barrier %a allow "forward" : tensor<8xf32>
  %1 = linalg.exp ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %2 = plait.barrier %b allow "forward" : tensor<8xf32>
  %3 = linalg.add ins(%2, %c : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %1, %3 : tensor<8xf32>, tensor<8xf32>
}
// CHECK-LABEL: func.func @backward
// CHECK: plait.reshard %arg0 : {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{}]>>
func.func @backward(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = plait.barrier %a allow "backward" : tensor<8xf32>
  %1 = linalg.exp ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
// CHECK-LABEL: func.func @backward_to_argument
// CHECK-SAME: %arg0: tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
func.func @backward_to_argument(%a: tensor<8xf32>) -> (tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %0 = plait.barrier %a allow "backward" : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// CHECK-LABEL: func.func @none
// CHECK-SAME: %arg0: tensor<8xf32, #plait.sharding<@mesh, [{}]>>
// CHECK: plait.reshard %arg0
func.func @none(%a: tensor<8xf32>) -> (tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %0 = plait.barrier %a allow "none" : tensor<8xf32>
  return %0 : tensor<8xf32>
}
