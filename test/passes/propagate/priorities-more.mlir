// RUN: plait-opt %s --plait-propagate-shardings=fill-share=100 | FileCheck %s
// Tests the user's priorities: numbers may be left out, each dimension has its own, a lower number goes before a larger
// tensor and before a nearer one, and what waits still holds its axes.
plait.mesh @mesh = <"x"=2, "y"=2>

// p0 before p7, though the other tensor is as near.
// CHECK-LABEL: func.func @skipped
// CHECK: linalg.add {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: return {{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
func.func @skipped(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"y"}p7]>}, %b: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}p0]>}) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.add ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// Two dimensions of one tensor: the second goes first and takes its axis from the other operand's first.
// CHECK-LABEL: func.func @per_dimension
// CHECK: linalg.add {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{"y"}, {"x"}]>>
// CHECK: return {{.*}} : tensor<8x8xf32, #plait.sharding<@mesh, [{"y"}, {"x"}]>>
func.func @per_dimension(%a: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"y"}p2, {"x"}p0]>}, %b: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}p1, {}]>}) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %r = linalg.add ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// A nearer value of a later number loses.
// CHECK-LABEL: func.func @farther_wins
// CHECK: linalg.exp {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: linalg.exp {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: linalg.exp {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: linalg.add {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: return {{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
func.func @farther_wins(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}p0]>}, %b: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"y"}p1]>}) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.exp ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %2 = linalg.exp ins(%1 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %r = linalg.add ins(%2, %b : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// A contraction at p0 goes before an elementwise op at p1.
// CHECK-LABEL: func.func @before_kind_of_op
// CHECK-SAME: %arg1: tensor<8x8xf32, #plait.sharding<@mesh, [{}, {}]>>
// CHECK: linalg.matmul {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: linalg.add {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: return {{.*}} : tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @before_kind_of_op(%a: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}p0, {}]>}, %w: tensor<8x8xf32>, %b: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}p1]>}) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = linalg.matmul ins(%a, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = linalg.add ins(%0, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// An annotation that comes late keeps its own axis: x does not come onto the argument before.
// CHECK-LABEL: func.func @held
// CHECK-SAME: %arg0: tensor<8x8xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
// CHECK: linalg.add {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: return {{.*}} : tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @held(%a: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{?}, {"x"}p1]>}, %b: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}p0, {}]>}) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %r = linalg.add ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// Priorities pass into a manual region.
// CHECK-LABEL: func.func @manual
// CHECK: plait.manual({{.*}}) in [<@mesh, [{"x"}, {"y"}]>] out [<@mesh, [{"x"}, {"y"}]>] over @mesh["x"]
// CHECK: linalg.exp {{.*}} -> tensor<4x8xf32, #plait.sharding<@mesh, [{}, {"y"}]>>
// CHECK: return {{.*}} : tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
func.func @manual(%a: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}p1]>}) -> tensor<8x8xf32> {
  %r = plait.manual(%a) in [<@mesh, [{"x"}, {?}]>] out [<@mesh, [{"x"}, {?}]>] over @mesh["x"] : (tensor<8x8xf32>) -> tensor<8x8xf32> {
  ^bb0(%l: tensor<4x8xf32>):
    %e = tensor.empty() : tensor<4x8xf32>
    %0 = linalg.exp ins(%l : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    plait.yield %0 : tensor<4x8xf32>
  }
  return %r : tensor<8x8xf32>
}
