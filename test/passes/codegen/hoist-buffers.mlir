// RUN: plait-opt %s --plait-codegen-cpu-hoist-buffers | FileCheck %s
// Tests that allocations leave what becomes one kernel, and nothing else.
// CHECK-LABEL: func @nested
func.func @nested(%n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 1.0 : f32
  // CHECK: memref.alloc() : memref<4xf32>
  // CHECK: memref.alloc() : memref<8xf32>
  // CHECK: scf.for
  // CHECK-NOT: memref.alloc
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<4xf32>
    memref.store %f, %a[%c0] : memref<4xf32>
    scf.if %c {
      %b = memref.alloc() : memref<8xf32>
      memref.store %f, %b[%c0] : memref<8xf32>
    }
  }
  return
}

// A loop that calls a collective stays in main; its buffers live within a trip.
plait.mesh @mesh = <"x"=2>
// CHECK-LABEL: func @held
// CHECK: scf.for
// CHECK: memref.alloc() : memref<4xf32>
// CHECK: memref.alloc() : memref<8xf32>
// CHECK: scf.if
// CHECK-NOT: memref.alloc
func.func @held(%n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 1.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<4xf32>
    coll.all_reduce %a into %a sum over @mesh["x"] site <0 user "a"> : (memref<4xf32>, memref<4xf32>) -> ()
    scf.if %c {
      %b = memref.alloc() : memref<8xf32>
      memref.store %f, %b[%c0] : memref<8xf32>
    }
  }
  return
}
