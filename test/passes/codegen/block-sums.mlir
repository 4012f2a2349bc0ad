// RUN: plait-opt %s --plait-codegen-cpu-block-sums=min-terms=100 | FileCheck %s
// Tests that long column sums get partial sums, and what stays.
#nhc = affine_map<(n, h, c) -> (n, h, c)>
#c = affine_map<(n, h, c) -> (c)>
// CHECK-LABEL: func @columns
// CHECK-SAME: (%[[X:.*]]: memref<16x8x4xf32>, %[[S:.*]]: memref<4xf32>)
func.func @columns(%x: memref<16x8x4xf32>, %s: memref<4xf32>) {
  // CHECK: scf.for %[[N:.*]] = %c0{{.*}} to %c16
  // CHECK: %[[PART:.*]] = memref.subview %[[X]][%[[N]], 0, 0] [1, 8, 4] [1, 1, 1]
  // CHECK: %[[BLOCK:.*]] = memref.alloc() : memref<4xf32>
  // CHECK: linalg.fill ins(%{{.*}}) outs(%[[BLOCK]]
  // CHECK: linalg.generic {{.*}} ins(%[[PART]] : {{.*}}) outs(%[[BLOCK]]
  // CHECK: linalg.generic {{.*}} ins(%[[BLOCK]] : memref<4xf32>) outs(%[[S]]
  linalg.generic {indexing_maps = [#nhc, #c], iterator_types = ["reduction", "reduction", "parallel"]} ins(%x : memref<16x8x4xf32>) outs(%s : memref<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  }
  return
}
// A maximum loses nothing; a short sum little; a sum along rows has lanes.
// CHECK-LABEL: func @kept
func.func @kept(%x: memref<16x8x4xf32>, %y: memref<4x8x4xf32>, %s: memref<4xf32>, %r: memref<16xf32>) {
  // CHECK-NOT: scf.for
  // CHECK-COUNT-3: linalg.generic
  linalg.generic {indexing_maps = [#nhc, #c], iterator_types = ["reduction", "reduction", "parallel"]} ins(%x : memref<16x8x4xf32>) outs(%s : memref<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.maximumf %a, %o : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#nhc, #c], iterator_types = ["reduction", "reduction", "parallel"]} ins(%y : memref<4x8x4xf32>) outs(%s : memref<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#nhc, affine_map<(n, h, c) -> (n)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%x : memref<16x8x4xf32>) outs(%r : memref<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  }
  return
}
