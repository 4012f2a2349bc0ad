// RUN: plait-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --canonicalize -split-input-file | FileCheck %s
// Tests that a collective in flight keeps its operand and destination.
#id = affine_map<(i) -> (i)>
plait.mesh @mesh = <"x"=2>
// The operand must not be overwritten before the wait: the negation that could
// be in place gets a buffer of its own.
// CHECK-LABEL: func @operand_in_flight
func.func @operand_in_flight(%x: tensor<4xf32> {bufferization.writable = true}, %r: tensor<4xf32>, %s: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[D:.*]] = memref.alloc
  // CHECK: %[[H:.*]] = coll.all_reduce_start %[[X:.*]] into %[[D]]
  // CHECK: %[[N:.*]] = memref.alloc
  // CHECK: linalg.generic {{.*}} ins(%[[X]] : memref<4xf32>) outs(%[[N]] : memref<4xf32>)
  // CHECK: coll.wait %[[H]], %[[X]], %[[D]]
  %d = bufferization.alloc_tensor() : tensor<4xf32>
  %h = coll.all_reduce_start %x into %d sum over @mesh["x"] site <0 user "a"> : (tensor<4xf32>, tensor<4xf32>) -> !coll.request
  %n = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %w = coll.wait %h, %x, %d : (!coll.request, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %w, %n : tensor<4xf32>, tensor<4xf32>
}

// -----
// After the wait the same op is in place.
#id = affine_map<(i) -> (i)>
plait.mesh @mesh = <"x"=2>
// CHECK-LABEL: func @operand_after_flight
func.func @operand_after_flight(%x: tensor<4xf32> {bufferization.writable = true}) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: memref.alloc
  // CHECK-NOT: memref.alloc
  // CHECK: coll.wait
  // CHECK: linalg.generic {{.*}} ins(%[[X:.*]] : memref<4xf32>) outs(%[[X]] : memref<4xf32>)
  %d = bufferization.alloc_tensor() : tensor<4xf32>
  %h = coll.all_reduce_start %x into %d sum over @mesh["x"] site <0 user "a"> : (tensor<4xf32>, tensor<4xf32>) -> !coll.request
  %w = coll.wait %h, %x, %d : (!coll.request, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %n = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %w, %n : tensor<4xf32>, tensor<4xf32>
}

// -----
// A view with gaps is copied, and the wait takes the copy.
plait.mesh @mesh = <"x"=2>
// CHECK-LABEL: func @gaps
func.func @gaps(%x: tensor<4x8xf32>) -> tensor<4x4xf32> {
  // CHECK: %[[VIEW:.*]] = memref.subview
  // CHECK: memref.copy %[[VIEW]], %[[COPY:.*]] :
  // CHECK: %[[H:.*]] = coll.all_reduce_start %[[COPY]] into %[[D:.*]] sum
  // CHECK: coll.wait %[[H]], %[[COPY]], %[[D]]
  %s = tensor.extract_slice %x[0, 2] [4, 4] [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
  %d = bufferization.alloc_tensor() : tensor<4x4xf32>
  %h = coll.all_reduce_start %s into %d sum over @mesh["x"] site <0 user "a"> : (tensor<4x4xf32>, tensor<4x4xf32>) -> !coll.request
  %w = coll.wait %h, %s, %d : (!coll.request, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %w : tensor<4x4xf32>
}

// -----
// A blocking collective does not work in place: the runtime reads the operand
// while it writes the destination.
plait.mesh @mesh = <"x"=2>
// CHECK-LABEL: func @not_in_place
func.func @not_in_place(%x: tensor<4xf32> {bufferization.writable = true}) -> tensor<4xf32> {
  // CHECK: %[[D:.*]] = memref.alloc
  // CHECK: coll.all_reduce %{{.*}} into %[[D]]
  %r = coll.all_reduce %x into %x sum over @mesh["x"] site <0 user "a"> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
