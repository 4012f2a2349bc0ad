// RUN: plait-opt %s --plait-codegen-cpu-tie-loops | FileCheck %s
// Tests that carried tensors stay in the buffer they came in.
// CHECK-LABEL: func @swapped
func.func @swapped(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
  // Both are read before either is overwritten.
  // CHECK-DAG: %[[CA:.*]] = bufferization.alloc_tensor() copy(%[[A]])
  // CHECK-DAG: %[[CB:.*]] = bufferization.alloc_tensor() copy(%[[B]])
  // CHECK-DAG: %[[MA:.*]] = bufferization.materialize_in_destination %[[CB]] in %[[A]]
  // CHECK-DAG: %[[MB:.*]] = bufferization.materialize_in_destination %[[CA]] in %[[B]]
  // CHECK: scf.yield %[[MA]], %[[MB]]
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %b, %a : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0 : tensor<4xf32>
}
// An inner loop that works on the outer one's tensor is in place already.
// CHECK-LABEL: func @nested
func.func @nested(%x: tensor<4xf32>, %v: f32, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for {{.*}} iter_args(%[[OUTER:.*]] =
  // CHECK: %[[INNER:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[OUTER]])
  // CHECK: scf.yield %[[INNER]]
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> tensor<4xf32> {
      %t = tensor.insert %v into %b[%j] : tensor<4xf32>
      scf.yield %t : tensor<4xf32>
    }
    scf.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
// Where the outer tensor is read afterwards, the inner result is a copy.
// CHECK-LABEL: func @disturbed
func.func @disturbed(%x: tensor<4xf32>, %v: f32, %n: index) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %f = %v) -> (tensor<4xf32>, f32) {
    // CHECK: %[[INNER:[0-9]+]] = scf.for
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> tensor<4xf32> {
      %t = tensor.insert %v into %b[%j] : tensor<4xf32>
      scf.yield %t : tensor<4xf32>
    }
    %old = tensor.extract %a[%c0] : tensor<4xf32>
    // CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[INNER]])
    // CHECK: bufferization.materialize_in_destination %[[COPY]]
    scf.yield %s, %old : tensor<4xf32>, f32
  }
  return %r#0, %r#1 : tensor<4xf32>, f32
}
// CHECK-LABEL: func @branch
func.func @branch(%x: tensor<4xf32>, %y: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  // CHECK: %[[D:.*]] = bufferization.alloc_tensor() : tensor<4xf32>
  // CHECK: scf.if
  // CHECK: bufferization.materialize_in_destination %{{.*}} in %[[D]]
  // CHECK: else
  // CHECK: bufferization.materialize_in_destination %{{.*}} in %[[D]]
  %r = scf.if %c -> tensor<4xf32> {
    scf.yield %x : tensor<4xf32>
  } else {
    scf.yield %y : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
// An arm's view of what stands outside is copied before the arm's first
// destination is written: another arm may have it there.
// CHECK-LABEL: func @view_of_outside
func.func @view_of_outside(%c: i1, %u: tensor<4xf32>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2x2xf32>) {
  // CHECK: scf.if
  // CHECK: %[[Y:.*]] = arith.addf
  // CHECK: %[[V:.*]] = tensor.expand_shape
  // CHECK: %[[C:.*]] = linalg.copy ins(%[[V]]
  // CHECK: bufferization.materialize_in_destination %[[Y]]
  // CHECK: bufferization.materialize_in_destination %[[C]]
  // CHECK: else
  %r:2 = scf.if %c -> (tensor<4xf32>, tensor<2x2xf32>) {
    %y = arith.addf %x, %x : tensor<4xf32>
    %v = tensor.expand_shape %u [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
    scf.yield %y, %v : tensor<4xf32>, tensor<2x2xf32>
  } else {
    %y = arith.mulf %x, %x : tensor<4xf32>
    %z = arith.addf %u, %x : tensor<4xf32>
    %v = tensor.expand_shape %z [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
    scf.yield %y, %v : tensor<4xf32>, tensor<2x2xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<2x2xf32>
}
// What is computed in another one's buffer is read before that is overwritten;
// where two change places, one is copied.
// CHECK-LABEL: func @updated_and_moved
func.func @updated_and_moved(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  // CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
  // CHECK: %[[U:.*]] = tensor.insert %{{.*}} into %[[A]]
  // CHECK: %[[N:.*]] = arith.addf
  // CHECK: %[[MU:.*]] = bufferization.materialize_in_destination %[[U]] in %[[B]]
  // CHECK: %[[MN:.*]] = bufferization.materialize_in_destination %[[N]] in %[[A]]
  // CHECK: scf.yield %[[MN]], %[[MU]]
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<4xf32>, tensor<4xf32>) {
    %u = tensor.insert %one into %a[%i] : tensor<4xf32>
    %new = arith.addf %b, %b : tensor<4xf32>
    scf.yield %new, %u : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
// CHECK-LABEL: func @updated_and_swapped
func.func @updated_and_swapped(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  // CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
  // CHECK: %[[U:.*]] = tensor.insert %{{.*}} into %[[A]]
  // CHECK: %[[V:.*]] = tensor.insert %{{.*}} into %[[B]]
  // CHECK: %[[C:.*]] = bufferization.alloc_tensor() copy(%[[U]])
  // CHECK: %[[MV:.*]] = bufferization.materialize_in_destination %[[V]] in %[[A]]
  // CHECK: %[[MC:.*]] = bufferization.materialize_in_destination %[[C]] in %[[B]]
  // CHECK: scf.yield %[[MV]], %[[MC]]
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<4xf32>, tensor<4xf32>) {
    %u = tensor.insert %one into %a[%i] : tensor<4xf32>
    %v = tensor.insert %one into %b[%i] : tensor<4xf32>
    scf.yield %v, %u : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
