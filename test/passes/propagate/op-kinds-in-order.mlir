// RUN: plait-opt %s --plait-propagate-shardings=fill-share=100 | FileCheck %s
// Tests which ops pass a sharding first: elementwise ops before contractions, whatever stands nearer; broadcasts backward
// before forward; sums forward.
plait.mesh @mesh = <"x"=2, "y"=2>
#id = affine_map<(i, j) -> (i, j)>
#col = affine_map<(i, j) -> (j)>
#row = affine_map<(i, j) -> (i)>

// y arrives through three elementwise ops, x through one contraction.
// CHECK-LABEL: func.func @elementwise_first
// CHECK-SAME: %arg1: tensor<8x8xf32, #plait.sharding<@mesh, [{}, {}]>>
// CHECK: linalg.matmul {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{"y"}, {}]>>
// CHECK: linalg.exp {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{"y"}, {}]>>
// CHECK: linalg.exp {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{"y"}, {}]>>
// CHECK: linalg.add {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{"y"}, {}]>>
// CHECK: return {{.*}} : tensor<8x8xf32, #plait.sharding<@mesh, [{"y"}, {}]>>
func.func @elementwise_first(%a: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<8x8xf32>, %b: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"y"}, {}]>}) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = linalg.matmul ins(%a, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.exp ins(%b : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = linalg.exp ins(%1 : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = linalg.add ins(%0, %2 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// A vector along columns wants x, and so do the rows of what it is added to: the larger tensor has it.
// CHECK-LABEL: func.func @broadcast_last
// CHECK: } -> tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: return {{.*}} : tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @broadcast_last(%v: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}, %a: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %r = linalg.generic {indexing_maps = [#col, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v, %a : tensor<8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// Backward through a broadcast: the vector lies as the columns do.
// CHECK-LABEL: func.func @broadcast_backward
// CHECK-SAME: %arg0: tensor<8xf32, #plait.sharding<@mesh, [{"y"}]>>
// CHECK: } -> tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: return {{.*}} : tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
func.func @broadcast_backward(%v: tensor<8xf32>, %a: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %r = linalg.generic {indexing_maps = [#col, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v, %a : tensor<8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// A sum keeps the split of what it keeps.
// CHECK-LABEL: func.func @sum
// CHECK: } -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: return {{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
func.func @sum(%a: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<8x8xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%p: f32, %out: f32):
    %s = arith.addf %p, %out : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}
