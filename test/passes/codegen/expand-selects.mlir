// RUN: plait-opt %s --plait-codegen-cpu-expand-selects -split-input-file -verify-diagnostics | FileCheck %s
// Tests that a choice between tensors is one by element.

// CHECK-LABEL: func @one_condition
// CHECK-SAME: (%[[C:.*]]: i1, %[[A:.*]]: tensor<3x2xf32>, %[[B:.*]]: tensor<3x2xf32>)
func.func @one_condition(%c: i1, %a: tensor<3x2xf32>, %b: tensor<3x2xf32>) -> tensor<3x2xf32> {
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<3x2xf32>
  // CHECK: %[[R:.*]] = linalg.generic
  // CHECK-SAME: ["parallel", "parallel"]
  // CHECK-SAME: ins(%[[A]], %[[B]] : tensor<3x2xf32>, tensor<3x2xf32>) outs(%[[E]] :
  // CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32)
  // CHECK-NEXT: arith.select %[[C]], %[[X]], %[[Y]] : f32
  // CHECK: return %[[R]]
  %r = arith.select %c, %a, %b : tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// CHECK-LABEL: func @conditions
// CHECK-SAME: (%[[C:.*]]: tensor<3xi1>, %[[A:.*]]: tensor<3xi8>, %[[B:.*]]: tensor<3xi8>)
func.func @conditions(%c: tensor<3xi1>, %a: tensor<3xi8>, %b: tensor<3xi8>) -> tensor<3xi8> {
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%[[A]], %[[B]], %[[C]] :
  // CHECK-NEXT: ^bb0(%[[X:.*]]: i8, %[[Y:.*]]: i8, %[[Z:.*]]: i1, %{{.*}}: i8)
  // CHECK-NEXT: arith.select %[[Z]], %[[X]], %[[Y]] : i8
  %r = arith.select %c, %a, %b : tensor<3xi1>, tensor<3xi8>
  return %r : tensor<3xi8>
}

// A choice in a body is one by element already.
// CHECK-LABEL: func @scalars
func.func @scalars(%c: i1, %x: f32, %y: f32) -> f32 {
  // CHECK-NEXT: %[[R:.*]] = arith.select
  // CHECK-NEXT: return %[[R]]
  %r = arith.select %c, %x, %y : f32
  return %r : f32
}

// -----

func.func @dynamic(%c: i1, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @below {{must choose between static tensors, got: 'tensor<?xf32>'}}
  %r = arith.select %c, %a, %b : tensor<?xf32>
  return %r : tensor<?xf32>
}
