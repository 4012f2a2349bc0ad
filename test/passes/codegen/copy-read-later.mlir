// RUN: plait-opt %s -split-input-file --plait-codegen-cpu-copy-read-later | FileCheck %s
// RUN: plait-opt %s -split-input-file --plait-codegen-cpu-copy-read-later --eliminate-empty-tensors --one-shot-bufferize=bufferize-function-boundaries --canonicalize | FileCheck %s --check-prefix=BUF
// Tests that a value that is read after a destination would overwrite it is copied, and any other is left to be computed in the destination.
#id = affine_map<(i) -> (i)>
// One arm updates what is read behind the branch.
// CHECK-LABEL: func @updated_in_an_arm
// BUF-LABEL: func @updated_in_an_arm
func.func @updated_in_an_arm(%x: tensor<4xf32> {bufferization.writable = false}, %at: index, %c: i1, %d: tensor<4xf32>) -> (tensor<4xf32>, f32) {
  // CHECK: %[[U:.*]] = linalg.generic
  // BUF: %[[B:.*]] = memref.alloc
  // BUF: linalg.generic {{.*}} outs(%[[B]]
  %e = tensor.empty() : tensor<4xf32>
  %u = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %one = arith.constant 1.0 : f32
  %r = scf.if %c -> tensor<4xf32> {
    // CHECK: %[[E:.*]] = tensor.empty
    // CHECK: %[[C:.*]] = linalg.copy ins(%[[U]] {{.*}} outs(%[[E]]
    // CHECK: tensor.insert %{{.*}} into %[[C]]
    // The copy goes into the destination, which is then updated in place.
    // BUF: linalg.copy ins(%[[B]] {{.*}} outs(%[[D:arg3]]
    // BUF-NEXT: memref.store %{{.*}}, %[[D]]
    // BUF-NOT: memref.copy
    %i = tensor.insert %one into %u[%at] : tensor<4xf32>
    %m = bufferization.materialize_in_destination %i in %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %m : tensor<4xf32>
  } else {
    %f = tensor.empty() : tensor<4xf32>
    %g = linalg.copy ins(%x : tensor<4xf32>) outs(%f : tensor<4xf32>) -> tensor<4xf32>
    %m = bufferization.materialize_in_destination %g in %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %m : tensor<4xf32>
  }
  // BUF: memref.load %[[B]]
  %s = tensor.extract %u[%at] : tensor<4xf32>
  return %r, %s : tensor<4xf32>, f32
}

// -----
#id = affine_map<(i) -> (i)>
// One value in two destinations, through a barrier.
// CHECK-LABEL: func @through_a_barrier
// BUF-LABEL: func @through_a_barrier
func.func @through_a_barrier(%x: tensor<4xf32> {bufferization.writable = false}, %d: tensor<4xf32>, %d2: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // BUF: linalg.generic {{.*}} outs(%arg2
  %e = tensor.empty() : tensor<4xf32>
  %u = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  // CHECK: %[[B:.*]] = linalgx.barrier
  // CHECK: %[[C:.*]] = linalg.copy ins(%[[B]]
  // CHECK: bufferization.materialize_in_destination %[[C]] in %arg1
  // BUF: linalg.copy ins(%arg2 {{.*}} outs(%arg1
  // BUF-NOT: memref.copy
  %b = linalgx.barrier %u : tensor<4xf32> -> tensor<4xf32>
  %m = bufferization.materialize_in_destination %b in %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %n = bufferization.materialize_in_destination %u in %d2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %m, %n : tensor<4xf32>, tensor<4xf32>
}

// -----
#id = affine_map<(i) -> (i)>
// What is read before the update, and in the other arm, is computed in the
// destination from the start.
// CHECK-LABEL: func @read_before
// BUF-LABEL: func @read_before
func.func @read_before(%x: tensor<4xf32> {bufferization.writable = false}, %at: index, %c: i1, %d: tensor<4xf32>) -> (tensor<4xf32>, f32) {
  // BUF: linalg.generic {{.*}} outs(%[[D:arg3]]
  %e = tensor.empty() : tensor<4xf32>
  %u = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %s = tensor.extract %u[%at] : tensor<4xf32>
  // CHECK: scf.if
  // CHECK-NOT: linalg.copy
  // BUF: scf.if
  // BUF-NEXT: memref.store %{{.*}}, %[[D]]
  // BUF-NOT: memref.copy
  %r = scf.if %c -> tensor<4xf32> {
    %i = tensor.insert %s into %u[%at] : tensor<4xf32>
    %m = bufferization.materialize_in_destination %i in %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %m : tensor<4xf32>
  } else {
    %t = tensor.extract %u[%at] : tensor<4xf32>
    %f = tensor.empty() : tensor<4xf32>
    %g = linalg.fill ins(%t : f32) outs(%f : tensor<4xf32>) -> tensor<4xf32>
    %m = bufferization.materialize_in_destination %g in %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %m : tensor<4xf32>
  }
  return %r, %s : tensor<4xf32>, f32
}

// -----
#id = affine_map<(i) -> (i)>
// A loop reads what stands before it in each trip.
// CHECK-LABEL: func @in_each_trip
// BUF-LABEL: func @in_each_trip
func.func @in_each_trip(%x: tensor<4xf32> {bufferization.writable = false}, %n: index, %c: i1, %d: tensor<4xf32>, %d2: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  // CHECK: %[[U:.*]] = linalg.generic
  %e = tensor.empty() : tensor<4xf32>
  %u = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  // CHECK: scf.for
  // CHECK: %[[C:.*]] = linalg.copy ins(%[[U]]
  // CHECK: tensor.insert %{{.*}} into %[[C]]
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %d2) -> (tensor<4xf32>) {
    %v = tensor.insert %one into %u[%i] : tensor<4xf32>
    %m = bufferization.materialize_in_destination %v in %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %w = bufferization.materialize_in_destination %m in %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %w : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
