// RUN: plait-opt %s --plait-codegen-cpu-drop-results -split-input-file -verify-diagnostics
// Tests that a buffer that is not known where it is used is an error.
func.func @swaps(%x: memref<4xf32>, %y: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{must carry value 0 in the buffer it came in}}
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (memref<4xf32>, memref<4xf32>) {
    scf.yield %b, %a : memref<4xf32>, memref<4xf32>
  }
  return
}
// -----
func.func @differs(%x: memref<4xf32>, %y: memref<4xf32>, %c: i1) {
  // expected-error @+1 {{must carry value 0 in the buffer it came in}}
  %r = scf.if %c -> memref<4xf32> {
    scf.yield %x : memref<4xf32>
  } else {
    scf.yield %y : memref<4xf32>
  }
  return
}
// -----
func.func @fresh() -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  // expected-error @+1 {{must return arguments only, but operand 0 is none}}
  return %a : memref<4xf32>
}
