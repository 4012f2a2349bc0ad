// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests elementwise chains: forward from an argument, backward from a result, both, through values with several uses, and
// from an argument straight to the return.
plait.mesh @mesh = <"x"=2, "y"=2>

// CHECK-LABEL: func.func @forward
// CHECK: linalg.exp {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: linalg.tanh {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: return {{.*}} : tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
func.func @forward(%a: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.exp ins(%a : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = linalg.tanh ins(%0 : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @backward
// CHECK-SAME: %arg0: tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: linalg.exp {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: linalg.tanh {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: return {{.*}} : tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
func.func @backward(%a: tensor<8x4xf32>) -> (tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %e = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.exp ins(%a : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = linalg.tanh ins(%0 : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}

// One dimension from either end.
// CHECK-LABEL: func.func @both
// CHECK-SAME: %arg0: tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: linalg.exp {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: return {{.*}} : tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
func.func @both(%a: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {?}]>}) -> (tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{?}, {"y"}]>}) {
  %e = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.exp ins(%a : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// Backward from one of two uses, forward to the other.
// CHECK-LABEL: func.func @several_uses
// CHECK-SAME: %arg0: tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: linalg.exp {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: linalg.tanh {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: linalg.exp {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: return {{.*}} : tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>, tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @several_uses(%a: tensor<8x4xf32>) -> (tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}, tensor<8x4xf32>) {
  %e = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.exp ins(%a : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = linalg.tanh ins(%0 : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %2 = linalg.exp ins(%0 : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %1, %2 : tensor<8x4xf32>, tensor<8x4xf32>
}

// CHECK-LABEL: func.func @argument_is_result
// CHECK-SAME: %arg0: tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: return {{.*}} : tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @argument_is_result(%a: tensor<8x4xf32>) -> (tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) {
  return %a : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @argument_is_result_forward
// CHECK: return {{.*}} : tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @argument_is_result_forward(%a: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  return %a : tensor<8x4xf32>
}

// Both ends closed and different.
// CHECK-LABEL: func.func @ends_differ
// CHECK: linalg.exp {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: plait.reshard {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
// CHECK: return {{.*}} : tensor<8x4xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
func.func @ends_differ(%a: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}) {
  %e = tensor.empty() : tensor<8x4xf32>
  %0 = linalg.exp ins(%a : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
