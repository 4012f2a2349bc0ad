// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests constraints: they spread to what comes before and after, through
// elementwise ops, ahead of what comes from farther away. Where a value cannot
// follow, a reshard is left.
plait.mesh @mesh = <"x"=4>
// CHECK-LABEL: func.func @agrees
// CHECK: linalg.exp {{.*}} -> tensor<8x6xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: linalg.tanh {{.*}} -> tensor<8x6xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK-NOT: plait.reshard
// CHECK: return
func.func @agrees(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %e = tensor.empty() : tensor<8x6xf32>
  %0 = linalg.exp ins(%x : tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  %1 = plait.constraint %0 <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
  %2 = linalg.tanh ins(%1 : tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %2 : tensor<8x6xf32>
}
// CHECK-LABEL: func.func @differs
// CHECK: linalg.exp ins(%arg0 : {{.*}} -> tensor<8x6xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
// CHECK: linalg.tanh {{.*}} -> tensor<8x6xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
func.func @differs(%x: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x6xf32> {
  %e = tensor.empty() : tensor<8x6xf32>
  %0 = linalg.exp ins(%x : tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  %1 = plait.constraint %0 <@mesh, [{}, {"x"}]> : tensor<8x6xf32>
  %2 = linalg.tanh ins(%1 : tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %2 : tensor<8x6xf32>
}
// CHECK-LABEL: func.func @argument_cannot_follow
// CHECK: plait.reshard %arg0 : {{.*}} -> tensor<8x6xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
func.func @argument_cannot_follow(%x: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x6xf32> {
  %1 = plait.constraint %x <@mesh, [{}, {"x"}]> : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}
// CHECK-LABEL: func.func @constrained_twice
// CHECK: %[[A:.*]] = linalg.exp
// CHECK-DAG: plait.reshard %[[A]] : {{.*}} -> tensor<8x6xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
// CHECK: return {{.*}} : tensor<8x6xf32, #plait.sharding<@mesh, [{"x"}, {}]>>, tensor<8x6xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
func.func @constrained_twice(%x: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x6xf32>, tensor<8x6xf32>) {
  %e = tensor.empty() : tensor<8x6xf32>
  %0 = linalg.exp ins(%x : tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  %1 = plait.constraint %0 <@mesh, [{"x"}, {}]> : tensor<8x6xf32>
  %2 = plait.constraint %0 <@mesh, [{}, {"x"}]> : tensor<8x6xf32>
  return %1, %2 : tensor<8x6xf32>, tensor<8x6xf32>
}
