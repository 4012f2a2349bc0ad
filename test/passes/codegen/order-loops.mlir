// RUN: plait-opt %s --plait-codegen-cpu-order-loops | FileCheck %s
// Tests that the innermost loop is contiguous, and the fast-math flags.
// CHECK-DAG: #[[IN:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[OUT:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[TURNED:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// A column sum as it is exported: columns outside. Rows go outside.
// CHECK-LABEL: func @column_sum
func.func @column_sum(%x: memref<64x32xf32>, %s: memref<32xf32>) {
  // CHECK: linalg.generic {indexing_maps = [#[[IN]], #[[OUT]]], iterator_types = ["reduction", "parallel"]}
  linalg.generic {indexing_maps = [affine_map<(j, i) -> (i, j)>, affine_map<(j, i) -> (j)>], iterator_types = ["parallel", "reduction"]} ins(%x : memref<64x32xf32>) outs(%s : memref<32xf32>) {
  ^bb0(%a: f32, %o: f32):
    // CHECK: arith.addf {{.*}} fastmath<reassoc,contract>
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  }
  return
}
// CHECK-LABEL: func @row_sum_of_squares
func.func @row_sum_of_squares(%x: memref<64x32xf32>, %s: memref<64xf32>) {
  // CHECK: iterator_types = ["parallel", "reduction"]
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : memref<64x32xf32>) outs(%s : memref<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    // CHECK: arith.mulf {{.*}} fastmath<contract>
    %0 = arith.mulf %a, %a : f32
    // CHECK: arith.addf {{.*}} fastmath<reassoc,contract>
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  }
  return
}
// A transpose writes in order.
// CHECK-LABEL: func @transpose
func.func @transpose(%x: memref<64x32xf32>, %y: memref<32x64xf32>) {
  // CHECK: linalg.generic {indexing_maps = [#[[TURNED]], #[[IN]]]
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<64x32xf32>) outs(%y : memref<32x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  }
  return
}
// An integer product: i, k, j, so that rows of B and C run innermost.
// CHECK-LABEL: func @integer_product
func.func @integer_product(%a: memref<8x4xi32>, %b: memref<4x16xi32>, %c: memref<8x16xi32>) {
  // CHECK: iterator_types = ["parallel", "reduction", "parallel"]
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<8x4xi32>, memref<4x16xi32>) outs(%c : memref<8x16xi32>) {
  ^bb0(%p: i32, %q: i32, %o: i32):
    %0 = arith.muli %p, %q : i32
    %1 = arith.addi %o, %0 : i32
    linalg.yield %1 : i32
  }
  return
}
// What is no sum of a reduction is not fused: elementwise, and on the way into a maximum.
// CHECK-LABEL: func @elementwise
func.func @elementwise(%x: memref<64x32xf32>, %y: memref<64x32xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<64x32xf32>) outs(%y : memref<64x32xf32>) {
  ^bb0(%a: f32, %o: f32):
    // CHECK: arith.mulf %{{[^ ]*}}, %{{[^ ]*}} : f32
    // CHECK: arith.addf %{{[^ ]*}}, %{{[^ ]*}} : f32
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %0, %a : f32
    linalg.yield %1 : f32
  }
  return
}
// CHECK-LABEL: func @maximum
func.func @maximum(%x: memref<64x32xf32>, %s: memref<64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : memref<64x32xf32>) outs(%s : memref<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    // CHECK: arith.mulf %{{[^ ]*}}, %{{[^ ]*}} : f32
    // CHECK: arith.addf %{{[^ ]*}}, %{{[^ ]*}} : f32
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %0, %a : f32
    %2 = arith.maximumf %1, %o : f32
    linalg.yield %2 : f32
  }
  return
}
// A product that is also a result of its own keeps its bits.
// CHECK-LABEL: func @product_with_two_users
func.func @product_with_two_users(%x: memref<64xf32>, %s: memref<f32>, %y: memref<64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["reduction"]} ins(%x : memref<64xf32>) outs(%s, %y : memref<f32>, memref<64xf32>) {
  ^bb0(%a: f32, %o: f32, %p: f32):
    // CHECK: arith.mulf %{{[^ ]*}}, %{{[^ ]*}} : f32
    // CHECK: arith.addf {{.*}} fastmath<reassoc,contract>
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1, %0 : f32, f32
  }
  return
}
