// RUN: plait-opt %s --plait-codegen-cpu-drop-results --canonicalize -split-input-file | FileCheck %s
// Tests that buffers are no results of loops, branches and functions.
// CHECK-LABEL: func @main(%arg0: memref<4xf32>, %arg1: index, %arg2: i1)
// CHECK-NOT: ->
// CHECK: {
func.func @main(%x: memref<4xf32>, %n: index, %c: i1) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 1.0 : f32
  // CHECK: scf.for
  // CHECK-NOT: iter_args
  // CHECK: memref.store %{{.*}}, %arg0
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> memref<4xf32> {
    memref.store %f, %a[%i] : memref<4xf32>
    scf.yield %a : memref<4xf32>
  }
  // CHECK: scf.if %arg2 {
  // CHECK: memref.store %{{.*}}, %arg0
  %s = scf.if %c -> memref<4xf32> {
    memref.store %f, %r[%c0] : memref<4xf32>
    scf.yield %r : memref<4xf32>
  } else {
    scf.yield %r : memref<4xf32>
  }
  // CHECK: return
  // CHECK-NOT: %
  return %s : memref<4xf32>
}

// -----
// A while loop, with a scalar result that stays.
// CHECK-LABEL: func @main
func.func @main(%x: memref<4xf32>, %n: index) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.while (%{{.*}} = %{{.*}}) : (index) -> index
  %r:2 = scf.while (%i = %c0, %a = %x) : (index, memref<4xf32>) -> (index, memref<4xf32>) {
    %go = arith.cmpi slt, %i, %n : index
    scf.condition(%go) %i, %a : index, memref<4xf32>
  } do {
  ^bb0(%i: index, %a: memref<4xf32>):
    %f = arith.constant 1.0 : f32
    // CHECK: memref.store %{{.*}}, %arg0
    memref.store %f, %a[%i] : memref<4xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %a : index, memref<4xf32>
  }
  return %r#1 : memref<4xf32>
}
