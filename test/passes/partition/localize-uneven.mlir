// RUN: plait-opt %s --plait-partition-localize | FileCheck %s
// Tests that padding of uneven shards does not reach a result: 10 over 4 is
// 3, 3, 3, 1.
#x = #plait.sharding<@mesh, [{"x"}, {}]>
#x1 = #plait.sharding<@mesh, [{}, {"x"}]>
#x0 = #plait.sharding<@mesh, [{"x"}]>
#p2 = #plait.sharding<@mesh, [{}, {}], partial = {"x" : sum}>
#p0 = #plait.sharding<@mesh, [], partial = {"x" : sum}>
plait.mesh @mesh = <"x"=4>

// The body may do more than combine: the accumulator is kept.
// CHECK-LABEL: func @sum_of_exp
func.func @sum_of_exp(%x: tensor<10xf32, #x0>) -> tensor<f32, #p0> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32, #p0>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32, #p0>) -> tensor<f32, #p0>
  // CHECK: arith.maxsi
  // CHECK: %[[REAL:.*]] = arith.minsi
  // CHECK: linalg.generic
  // CHECK: ^bb0(%{{.*}}: f32, %[[ACC:.*]]: f32)
  // CHECK: %[[SUM:.*]] = arith.addf
  // CHECK: %[[I:.*]] = linalg.index 0
  // CHECK: %[[IN:.*]] = arith.cmpi ult, %[[I]], %[[REAL]]
  // CHECK: %[[R:.*]] = arith.select %[[IN]], %[[SUM]], %[[ACC]]
  // CHECK: linalg.yield %[[R]]
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
    ins(%x : tensor<10xf32, #x0>) outs(%f : tensor<f32, #p0>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = math.exp %a : f32
    %1 = arith.addf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32, #p0>
  return %r : tensor<f32, #p0>
}

// Both operands of a contraction are zeroed, and its body stays pure.
// CHECK-LABEL: func @contraction
func.func @contraction(%a: tensor<5x10xf32, #x1>, %b: tensor<10x7xf32, #x>) -> tensor<5x7xf32, #p2> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x7xf32, #p2>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x7xf32, #p2>) -> tensor<5x7xf32, #p2>
  // CHECK: %[[A:.*]] = linalg.generic
  // CHECK: linalg.index 1
  // CHECK: arith.select
  // CHECK: %[[B:.*]] = linalg.generic
  // CHECK: linalg.index 0
  // CHECK: arith.select
  // CHECK: linalg.generic {{.*}} ins(%[[A]], %[[B]]
  // CHECK-NOT: arith.select
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : tensor<5x10xf32, #x1>, tensor<10x7xf32, #x>) outs(%f : tensor<5x7xf32, #p2>) {
  ^bb0(%p: f32, %q: f32, %c: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<5x7xf32, #p2>
  return %r : tensor<5x7xf32, #p2>
}

// Padding may be zero, and integers are not divided by it.
// CHECK-LABEL: func @integer_division
func.func @integer_division(%a: tensor<10xi32, #x0>, %b: tensor<10xi32, #x0>) -> tensor<10xi32, #x0> {
  %e = tensor.empty() : tensor<10xi32, #x0>
  // CHECK: %[[D:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : i32
  // CHECK: arith.divsi %{{.*}}, %[[D]]
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%a, %b : tensor<10xi32, #x0>, tensor<10xi32, #x0>) outs(%e : tensor<10xi32, #x0>) {
  ^bb0(%p: i32, %q: i32, %o: i32):
    %0 = arith.divsi %p, %q : i32
    linalg.yield %0 : i32
  } -> tensor<10xi32, #x0>
  return %r : tensor<10xi32, #x0>
}

// Even dimensions pay nothing.
// CHECK-LABEL: func @even_sum
func.func @even_sum(%x: tensor<8xf32, #x0>) -> tensor<f32, #p0> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32, #p0>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32, #p0>) -> tensor<f32, #p0>
  // CHECK-NOT: arith.select
  // CHECK: return
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
    ins(%x : tensor<8xf32, #x0>) outs(%f : tensor<f32, #p0>) {
  ^bb0(%a: f32, %acc: f32):
    %1 = arith.addf %acc, %a : f32
    linalg.yield %1 : f32
  } -> tensor<f32, #p0>
  return %r : tensor<f32, #p0>
}
