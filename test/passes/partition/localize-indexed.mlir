// RUN: plait-opt %s --plait-partition-localize | FileCheck %s
// Tests gather, scatter and dynamic slices whose addressed dimension is split.
#r1 = #plait.sharding<@mesh, [{}]>
#r = #plait.sharding<@mesh, [{}, {}]>
#x = #plait.sharding<@mesh, [{"x"}, {}]>
#p = #plait.sharding<@mesh, [{}, {}], partial = {"x" : sum}>
plait.mesh @mesh = <"x"=4>

// Starts are clamped to 15, then counted from the shard; rows of others are
// zero.
// CHECK-LABEL: func @masked_lookup
func.func @masked_lookup(%table: tensor<16x8xf32, #x>, %ids: tensor<5x1xi32, #r>) -> tensor<5x8xf32, #p> {
  // CHECK: %[[I:.*]] = coll.axis_index over @mesh["x"]
  // CHECK: %[[O:.*]] = arith.muli %[[I]]
  // CHECK: %[[AT:.*]] = linalg.generic
  // CHECK: arith.constant 15 : index
  // CHECK: arith.minsi
  // CHECK: arith.subi %{{.*}}, %[[O]] : index
  // CHECK: %[[G:.*]] = linalgx.gather %{{.*}} at %[[AT]]
  // CHECK-SAME: (tensor<4x8xf32>, tensor<5x1xi64>) -> tensor<5x8xf32>
  // CHECK: linalg.generic {{.*}} ins(%[[G]],
  // CHECK: arith.cmpi ult
  // CHECK: arith.select
  %r = linalgx.gather %table at %ids <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 8]
    : (tensor<16x8xf32, #x>, tensor<5x1xi32, #r>) -> tensor<5x8xf32, #p>
  return %r : tensor<5x8xf32, #p>
}

// Updates of rows of others fall outside and are dropped.
// CHECK-LABEL: func @scatter_into_rows
func.func @scatter_into_rows(%x: tensor<16x8xf32, #x>, %ids: tensor<5x1xi32, #r>, %u: tensor<5x8xf32, #r>) -> tensor<16x8xf32, #x> {
  // CHECK: %[[AT:.*]] = linalg.generic
  // CHECK-NOT: arith.minsi
  // CHECK: arith.subi
  // CHECK: linalgx.scatter ins(%[[AT]], %{{.*}} : tensor<5x1xi64>, tensor<5x8xf32>) outs(%{{.*}} : tensor<4x8xf32>)
  %r = linalgx.scatter ins(%ids, %u : tensor<5x1xi32, #r>, tensor<5x8xf32, #r>) outs(%x : tensor<16x8xf32, #x>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    %0 = arith.addf %old, %new : f32
    linalgx.yield %0 : f32
  } -> tensor<16x8xf32, #x>
  return %r : tensor<16x8xf32, #x>
}

// Index vectors that are padding address nothing.
// CHECK-LABEL: func @uneven_updates
func.func @uneven_updates(%x: tensor<16x8xf32, #p>, %ids: tensor<5x1xi32, #x>, %u: tensor<5x8xf32, #x>) -> tensor<16x8xf32, #p> {
  // CHECK: arith.index_cast %{{.*}} : i32 to index
  // CHECK: %[[NOWHERE:.*]] = arith.constant -4611686018427387904 : i64
  // CHECK: %[[AT:.*]] = linalg.generic
  // CHECK: arith.select %{{.*}}, %{{.*}}, %[[NOWHERE]] : i64
  // CHECK: linalgx.scatter ins(%[[AT]], %{{.*}} : tensor<2x1xi64>, tensor<2x8xf32>)
  %r = linalgx.scatter ins(%ids, %u : tensor<5x1xi32, #x>, tensor<5x8xf32, #x>) outs(%x : tensor<16x8xf32, #p>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    %0 = arith.addf %old, %new : f32
    linalgx.yield %0 : f32
  } -> tensor<16x8xf32, #p>
  return %r : tensor<16x8xf32, #p>
}

// The owner of the row gives it, others zeros: only one row's bytes move.
// CHECK-LABEL: func @slice_of_stack
func.func @slice_of_stack(%w: tensor<8x6xf32, #x>, %i: index) -> tensor<1x6xf32, #p> {
  %c0 = arith.constant 0 : index
  // CHECK: arith.constant 7 : index
  // CHECK: %[[L:.*]] = arith.subi
  // CHECK: %[[OWN:.*]] = arith.cmpi ult, %[[L]]
  // CHECK: linalgx.dynamic_slice %{{.*}}[%[[L]], %{{.*}}] : tensor<2x6xf32> -> tensor<1x6xf32>
  // CHECK: arith.select %[[OWN]]
  %r = linalgx.dynamic_slice %w[%i, %c0] : tensor<8x6xf32, #x> -> tensor<1x6xf32, #p>
  return %r : tensor<1x6xf32, #p>
}

// Whoever does not own the row writes back what stands there.
// CHECK-LABEL: func @update_of_stack
func.func @update_of_stack(%w: tensor<8x6xf32, #x>, %u: tensor<1x6xf32, #r>, %i: index) -> tensor<8x6xf32, #x> {
  %c0 = arith.constant 0 : index
  // CHECK: %[[OWN:.*]] = arith.cmpi ult
  // CHECK: %[[OLD:.*]] = linalgx.dynamic_slice
  // CHECK: %[[NEW:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %[[OLD]]
  // CHECK: arith.select %[[OWN]]
  // CHECK: linalgx.dynamic_update_slice %[[NEW]] into
  %r = linalgx.dynamic_update_slice %u into %w[%i, %c0] : tensor<1x6xf32, #r> into tensor<8x6xf32, #x>
  return %r : tensor<8x6xf32, #x>
}

// A window may begin on one device and end on the next: each device gives the
// rows of its own, between zeros.
// CHECK-LABEL: func @window_of_rows
func.func @window_of_rows(%w: tensor<16x6xf32, #x>, %i: index) -> tensor<3x6xf32, #p> {
  %c0 = arith.constant 0 : index
  // CHECK: arith.constant 13 : index
  // CHECK: %[[L:.*]] = arith.subi
  // CHECK: %[[OWN:.*]] = linalgx.dynamic_slice {{.*}} : tensor<4x6xf32> -> tensor<3x6xf32>
  // CHECK: %[[WIDE:.*]] = tensor.pad %[[OWN]] low[3, 0] high[3, 0]
  // CHECK: linalgx.dynamic_slice %[[WIDE]]{{.*}} : tensor<9x6xf32> -> tensor<3x6xf32>
  %r = linalgx.dynamic_slice %w[%i, %c0] : tensor<16x6xf32, #x> -> tensor<3x6xf32, #p>
  return %r : tensor<3x6xf32, #p>
}
