// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests constraints with open dimensions, on a value with several uses, on an argument, on what is returned, and in a loop.
plait.mesh @mesh = <"x"=2, "y"=2>

// Open: the rest comes from elsewhere.
// CHECK-LABEL: func.func @open
// CHECK: linalg.exp {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: linalg.tanh {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: return {{.*}} : tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
func.func @open(%a: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"y"}]>}) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = linalg.exp ins(%a : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = plait.constraint %0 <@mesh, [{"x"}, {?}]> : tensor<8x8xf32>
  %2 = linalg.tanh ins(%1 : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// Closed and whole: nothing comes through.
// CHECK-LABEL: func.func @whole
// CHECK: plait.reshard {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{}, {}]>>
// CHECK: linalg.tanh {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{}, {}]>>
// CHECK: return {{.*}} : tensor<8x8xf32, #plait.sharding<@mesh, [{}, {}]>>
func.func @whole(%a: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {
  %1 = plait.constraint %a <@mesh, [{}, {}]> : tensor<8x8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %2 = linalg.tanh ins(%1 : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// The other user of the constrained value follows.
// CHECK-LABEL: func.func @other_use
// CHECK-SAME: %arg0: tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: linalg.exp {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: linalg.tanh {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: return {{.*}} : tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>>, tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @other_use(%a: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = linalg.exp ins(%a : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = plait.constraint %0 <@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  %2 = linalg.tanh ins(%0 : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>
}

// In a loop's body: the carried value follows, and so does the init.
// CHECK-LABEL: func.func @loop
// CHECK-SAME: %arg0: tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: scf.for {{.*}} -> (tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>)
// CHECK: linalg.exp {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: return {{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
func.func @loop(%a: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%s = %a) -> tensor<8xf32> {
    %e = tensor.empty() : tensor<8xf32>
    %0 = linalg.exp ins(%s : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    %1 = plait.constraint %0 <@mesh, [{"x"}]> : tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
