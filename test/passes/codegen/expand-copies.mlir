// RUN: plait-opt %s --plait-codegen-cpu-expand-copies | FileCheck %s
// Tests that a copy with gaps is a loop nest and a plain one stays.
// CHECK-LABEL: func @copies
func.func @copies(%x: memref<4x3xf32, strided<[6, 1]>>, %y: memref<4x3xf32>, %z: memref<4x3xf32>) {
  // CHECK: linalg.generic {{.*}} ins(%arg0 : memref<4x3xf32, strided<[6, 1]>>) outs(%arg1 : memref<4x3xf32>)
  memref.copy %x, %y : memref<4x3xf32, strided<[6, 1]>> to memref<4x3xf32>
  // CHECK: memref.copy %arg1, %arg2
  memref.copy %y, %z : memref<4x3xf32> to memref<4x3xf32>
  return
}
