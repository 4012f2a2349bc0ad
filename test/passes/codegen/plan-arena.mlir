// RUN: plait-opt %s --plait-codegen-cpu-plan-arena --canonicalize -split-input-file | FileCheck %s
// RUN: plait-opt %s --plait-codegen-cpu-plan-arena -split-input-file --remark-format=emitRemark --remarks-filter="plait-codegen-cpu.*" 2>&1 | FileCheck %s --check-prefix=REMARK
// Tests that buffers that never meet share bytes, and that those in use in a
// loop or in flight do not.
// CHECK-LABEL: func @main
// CHECK-SAME: %[[ARENA:[a-z0-9]+]]: memref<128xi8>)
// REMARK: Plan
// REMARK-SAME: arena-bytes=128
func.func @main(%x: memref<4xf32>) {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[NEXT:.*]] = arith.constant 64 : index
  // CHECK: memref.view %[[ARENA]][%[[ZERO]]]
  // CHECK: memref.view %[[ARENA]][%[[NEXT]]]
  // CHECK: memref.view %[[ARENA]][%[[ZERO]]]
  // CHECK-NOT: memref.alloc
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  memref.copy %b, %c : memref<4xf32> to memref<4xf32>
  memref.copy %c, %x : memref<4xf32> to memref<4xf32>
  return
}

// -----
// %a is last used in the first trip's view of things, but the loop runs again.
// CHECK-LABEL: func @main
// CHECK-SAME: memref<128xi8>)
func.func @main(%x: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    memref.copy %a, %x : memref<4xf32> to memref<4xf32>
    memref.copy %x, %b : memref<4xf32> to memref<4xf32>
    memref.copy %b, %x : memref<4xf32> to memref<4xf32>
  }
  return
}

// -----
// Operand and destination of a flight live to the wait: three buffers at once.
plait.mesh @mesh = <"x"=2>
// CHECK-LABEL: func @main
// CHECK-SAME: memref<192xi8>)
func.func @main(%x: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  %d = memref.alloc() : memref<4xf32>
  %h = coll.all_reduce_start %a into %d sum over @mesh["x"] site <0 user "a"> : (memref<4xf32>, memref<4xf32>) -> !coll.request
  %b = memref.alloc() : memref<4xf32>
  memref.copy %x, %b : memref<4xf32> to memref<4xf32>
  memref.copy %b, %x : memref<4xf32> to memref<4xf32>
  coll.wait %h, %a, %d : (!coll.request, memref<4xf32>, memref<4xf32>) -> ()
  memref.copy %d, %x : memref<4xf32> to memref<4xf32>
  return
}

// -----
// A use through views counts.
// CHECK-LABEL: func @main
// CHECK-SAME: memref<128xi8>)
func.func @main(%x: memref<4xf32>) {
  %a = memref.alloc() : memref<2x2xf32>
  %v = memref.collapse_shape %a [[0, 1]] : memref<2x2xf32> into memref<4xf32>
  memref.copy %x, %v : memref<4xf32> to memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.copy %x, %b : memref<4xf32> to memref<4xf32>
  memref.copy %v, %b : memref<4xf32> to memref<4xf32>
  memref.copy %b, %x : memref<4xf32> to memref<4xf32>
  return
}

// -----
// Within a trip %a and %c never meet; %keep is read in every trip.
// CHECK-LABEL: func @main
// CHECK-SAME: %[[ARENA:[a-z0-9]+]]: memref<192xi8>)
func.func @main(%x: memref<4xf32>, %n: index) {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[ONE:.*]] = arith.constant 64 : index
  // CHECK-DAG: %[[TWO:.*]] = arith.constant 128 : index
  // CHECK: memref.view %[[ARENA]][%[[ZERO]]]
  // CHECK: scf.for
  // CHECK: memref.view %[[ARENA]][%[[ONE]]]
  // CHECK: memref.view %[[ARENA]][%[[TWO]]]
  // CHECK: memref.view %[[ARENA]][%[[ONE]]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %keep = memref.alloc() : memref<4xf32>
  memref.copy %x, %keep : memref<4xf32> to memref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<4xf32>
    memref.copy %keep, %a : memref<4xf32> to memref<4xf32>
    %b = memref.alloc() : memref<4xf32>
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    %c = memref.alloc() : memref<4xf32>
    memref.copy %b, %c : memref<4xf32> to memref<4xf32>
    memref.copy %c, %x : memref<4xf32> to memref<4xf32>
  }
  return
}
