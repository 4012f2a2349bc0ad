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
// expected-error @+1 {{result 0 must end in an argument, got: another buffer}}
func.func @fresh() -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  return %a : memref<4xf32>
}
// -----
// Result 0 replaces argument 1, result 1 has argument 2.
module {
  cpu.interface arguments [{name = "x"}, {alias = 0 : i64, name = "y"}] results [{name = "r0"}, {name = "r1"}]
  // expected-error @+1 {{result 0 must end in argument 1, got: argument 2}}
  func.func @main(%x: memref<4xf32>, %y: memref<4xf32>, %r1: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
    return %r1, %y : memref<4xf32>, memref<4xf32>
  }
}
