// RUN: plait-opt %s --plait-test-interpret -split-input-file | FileCheck %s
// Tests linalg ops: maps, reductions, windows, indices, several results, named
// ops.

// CHECK: result0: tensor<2x2xf32> [7, 10, 15, 22]
func.func @product() -> tensor<2x2xf32> {
  %a = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %c = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %0 = linalg.matmul ins(%a, %a : tensor<2x2xf32>, tensor<2x2xf32>) outs(%c : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// A window: [1..5] with [1, 10, 100] is [321, 432, 543].
// CHECK: result0: tensor<3xf32> [321, 432, 543]
func.func @window() -> tensor<3xf32> {
  %a = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %k = arith.constant dense<[1.0, 10.0, 100.0]> : tensor<3xf32>
  %z = arith.constant dense<0.0> : tensor<3xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(o, k) -> (o + k)>, affine_map<(o, k) -> (k)>, affine_map<(o, k) -> (o)>], iterator_types = ["parallel", "reduction"]}
    ins(%a, %k : tensor<5xf32>, tensor<3xf32>) outs(%z : tensor<3xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// The largest and where it stands; the first of equals.
// CHECK: result0: tensor<2xf32> [3, -1]
// CHECK: result1: tensor<2xindex> [1, 0]
func.func @several_results() -> (tensor<2xf32>, tensor<2xindex>) {
  %a = arith.constant dense<[[1.0, 3.0, 3.0], [-1.0, -2.0, -1.0]]> : tensor<2x3xf32>
  %m = arith.constant dense<0xFF800000> : tensor<2xf32>
  %i = arith.constant dense<0> : tensor<2xindex>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d, k) -> (d, k)>, affine_map<(d, k) -> (d)>, affine_map<(d, k) -> (d)>], iterator_types = ["parallel", "reduction"]}
    ins(%a : tensor<2x3xf32>) outs(%m, %i : tensor<2xf32>, tensor<2xindex>) {
  ^bb0(%x: f32, %best: f32, %at: index):
    %k = linalg.index 1 : index
    %better = arith.cmpf ogt, %x, %best : f32
    %v = arith.select %better, %x, %best : f32
    %w = arith.select %better, %k, %at : index
    linalg.yield %v, %w : f32, index
  } -> (tensor<2xf32>, tensor<2xindex>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xindex>
}

// -----

// A body uses values from outside; a map may repeat, divide, or be constant.
// CHECK: result0: tensor<2x3xi32> [11, 12, 13, 11, 12, 13]
// CHECK: result1: tensor<6xi32> [1, 1, 2, 2, 3, 3]
// CHECK: result2: tensor<3x2xi32> [1, 1, 2, 2, 3, 3]
func.func @maps() -> (tensor<2x3xi32>, tensor<6xi32>, tensor<3x2xi32>) {
  %a = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %b = arith.constant dense<[[1, 2, 3]]> : tensor<1x3xi32>
  %ten = arith.constant dense<10> : tensor<i32>
  %outside = tensor.extract %ten[] : tensor<i32>
  %e = tensor.empty() : tensor<2x3xi32>
  %f = tensor.empty() : tensor<6xi32>
  %g = tensor.empty() : tensor<3x2xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (0, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%b : tensor<1x3xi32>) outs(%e : tensor<2x3xi32>) {
  ^bb0(%x: i32, %o: i32):
    %s = arith.addi %x, %outside : i32
    linalg.yield %s : i32
  } -> tensor<2x3xi32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i floordiv 2)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%a : tensor<3xi32>) outs(%f : tensor<6xi32>) {
  ^bb0(%x: i32, %o: i32):
    linalg.yield %x : i32
  } -> tensor<6xi32>
  %2 = linalg.broadcast ins(%a : tensor<3xi32>) outs(%g : tensor<3x2xi32>) dimensions = [1]
  return %0, %1, %2 : tensor<2x3xi32>, tensor<6xi32>, tensor<3x2xi32>
}
