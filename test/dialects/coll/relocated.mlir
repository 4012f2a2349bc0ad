// RUN: plait-opt %s | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s
// RUN: plait-opt %s --plait-fuse-drop-claims | FileCheck %s --check-prefix=DROP
// Tests that claims about exchanged rows read what they print, and that nothing but what they name stays once they are dropped.

plait.mesh @mesh = <"x"=4>

// CHECK-LABEL: func @roll
// DROP-LABEL: func @roll
// DROP-SAME: %[[Y:[a-z0-9]*]]: tensor<4xf32>
// DROP-NEXT: return %[[Y]]
func.func @roll(%y: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: coll.relocated %{{.*}} from %{{.*}} along 0 over @mesh["x"] as <shards = 4, extent = 16, hop = 4, width = 4, sources = [16], pieces = [0 to 1 of 0 at 15 step 1, 1 to 16 of 0 at 0 step 1]> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r = coll.relocated %y from %x along 0 over @mesh["x"] as <shards = 4, extent = 16, hop = 4, width = 4, sources = [16], pieces = [0 to 1 of 0 at 15 step 1, 1 to 16 of 0 at 0 step 1]> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func @irregular
func.func @irregular(%y: tensor<2x3xf32>, %a: tensor<2x2xf32>, %b: tensor<2x1xf32>, %p: f32) -> tensor<2x3xf32> {
  // CHECK: coll.relocated %{{.*}} from %{{.*}}, %{{.*}} padding %{{.*}} along 1 over @mesh["x"] as <shards = 4, extent = 9, hop = 3, width = 3, sources = [8, 3], pieces = [1 to 5 of 0 at 7 step -2, 5 to 8 of 1 at 0 step 1], starts = [0, 2, 4, 6], counts = [3, 3, 3, 2]> : (tensor<2x3xf32>, tensor<2x2xf32>, tensor<2x1xf32>, f32) -> tensor<2x3xf32>
  %r = coll.relocated %y from %a, %b padding %p along 1 over @mesh["x"] as <shards = 4, extent = 9, hop = 3, width = 3, sources = [8, 3], pieces = [1 to 5 of 0 at 7 step -2, 5 to 8 of 1 at 0 step 1], starts = [0, 2, 4, 6], counts = [3, 3, 3, 2]> : (tensor<2x3xf32>, tensor<2x2xf32>, tensor<2x1xf32>, f32) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
