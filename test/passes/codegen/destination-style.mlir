// RUN: plait-opt %s --plait-codegen-cpu-destination-style -split-input-file | FileCheck %s
// Tests that what makes new tensors gets destinations.
plait.mesh @mesh = <"x"=2>
// CHECK-LABEL: func @pad_and_concat
func.func @pad_and_concat(%x: tensor<3xf32>) -> tensor<8xf32> {
  %z = arith.constant 0.0 : f32
  // CHECK-NOT: tensor.pad
  // CHECK-NOT: tensor.concat
  // CHECK: linalg.fill
  // CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[1] [3] [1]
  // CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0] [5] [1]
  // CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[5] [3] [1]
  %p = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<3xf32> to tensor<5xf32>
  %c = tensor.concat dim(0) %p, %x : (tensor<5xf32>, tensor<3xf32>) -> tensor<8xf32>
  return %c : tensor<8xf32>
}
// CHECK-LABEL: func @blocking
func.func @blocking(%x: tensor<4xf32>) -> tensor<8xf32> {
  // CHECK: %[[D:.*]] = tensor.empty() : tensor<8xf32>
  // CHECK: coll.all_gather %{{.*}} into %[[D]] dim 0
  %r = coll.all_gather %x dim 0 over @mesh["x"] site <0 user "join"> : (tensor<4xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
// A flight's destination is its own, whatever it had: shared ones are replaced.
// CHECK-LABEL: func @flights
func.func @flights(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[D0:.*]] = bufferization.alloc_tensor() : tensor<4xf32>
  // CHECK: %[[H0:.*]] = coll.all_reduce_start %{{.*}} into %[[D0]]
  // CHECK: %[[D1:.*]] = bufferization.alloc_tensor() : tensor<4xf32>
  // CHECK: %[[H1:.*]] = coll.all_reduce_start %{{.*}} into %[[D1]]
  // CHECK: coll.wait %[[H0]], %{{.*}}, %[[D0]]
  // CHECK: coll.wait %[[H1]], %{{.*}}, %[[D1]]
  %d = tensor.empty() : tensor<4xf32>
  %h0 = coll.all_reduce_start %x into %d sum over @mesh["x"] site <0 user "a"> : (tensor<4xf32>, tensor<4xf32>) -> !coll.request
  %h1 = coll.all_reduce_start %y into %d sum over @mesh["x"] site <1 user "b"> : (tensor<4xf32>, tensor<4xf32>) -> !coll.request
  %r0 = coll.wait %h0, %x, %d : (!coll.request, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r1 = coll.wait %h1, %y, %d : (!coll.request, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r0, %r1 : tensor<4xf32>, tensor<4xf32>
}
