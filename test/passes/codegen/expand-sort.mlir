// RUN: plait-opt %s --plait-codegen-cpu-expand-linalgx | FileCheck %s
// Tests the loops of a merge sort: over lines, and two merges per fourfold width.
// CHECK-LABEL: func @lines
// CHECK-SAME: (%[[X:.*]]: tensor<3x16xi32>)
func.func @lines(%x: tensor<3x16xi32>) -> tensor<3x16xi32> {
  // CHECK-NOT: linalgx.sort
  // CHECK: %[[SPARE:.*]] = tensor.empty() : tensor<3x16xi32>
  // CHECK: scf.for %[[LINE:.*]] = %c0{{.*}} to %c3{{.*}} iter_args(%[[A:.*]] = %[[X]], %[[B:.*]] = %[[SPARE]])
  // From A to B with runs of 1: reads A, writes B.
  // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[B]])
  // CHECK: scf.for
  // CHECK: tensor.extract %[[A]][%[[LINE]]
  // CHECK: arith.cmpi sgt
  // CHECK: tensor.insert
  // And back: runs of 2, then 4 and 8.
  // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[A]])
  // CHECK-COUNT-3: tensor.insert
  // CHECK-NOT: tensor.insert
  %r = linalgx.sort(%x) dim 1 : (tensor<3x16xi32>) -> tensor<3x16xi32> {
  ^bb0(%a: i32, %b: i32):
    %0 = arith.cmpi sgt, %a, %b : i32
    linalgx.yield %0 : i1
  }
  return %r : tensor<3x16xi32>
}
