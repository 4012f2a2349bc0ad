// RUN: plait-opt %s --plait-codegen-cpu-hoist-buffers | FileCheck %s
// Tests that allocations leave loops and branches.
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
