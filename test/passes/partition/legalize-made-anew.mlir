// RUN: plait-opt %s --plait-partition | FileCheck %s
// Tests that splats, fills and counted numbers are made as each use wants them.
#x = #plait.sharding<@mesh, [{"x"}]>
#y = #plait.sharding<@mesh, [{"y"}]>
#r = #plait.sharding<@mesh, [{}]>
#id = affine_map<(i) -> (i)>
plait.mesh @mesh = <"x"=4, "y"=2>

// CHECK-LABEL: func @no_collective
func.func @no_collective(%a: tensor<8xf32, #x>, %b: tensor<8xi64, #y>) -> (tensor<8xf32, #x>, tensor<8xi64, #y>) {
  // CHECK-NOT: coll.all
  // CHECK-NOT: coll.permute
  %splat = arith.constant dense<2.0> : tensor<8xf32, #y>
  %e = tensor.empty() : tensor<8xf32, #x>
  %e64 = tensor.empty() : tensor<8xi64, #x>
  %n = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e64 : tensor<8xi64, #x>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %v = arith.index_cast %i : index to i64
    linalg.yield %v : i64
  } -> tensor<8xi64, #x>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%a, %splat : tensor<8xf32, #x>, tensor<8xf32, #y>) outs(%e : tensor<8xf32, #x>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %1 = arith.addf %p, %q : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32, #x>
  %e2 = tensor.empty() : tensor<8xi64, #y>
  %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%b, %n : tensor<8xi64, #y>, tensor<8xi64, #x>) outs(%e2 : tensor<8xi64, #y>) {
  ^bb0(%p: i64, %q: i64, %o: i64):
    %2 = arith.addi %p, %q : i64
    linalg.yield %2 : i64
  } -> tensor<8xi64, #y>
  return %0, %1 : tensor<8xf32, #x>, tensor<8xi64, #y>
}
