// RUN: plait-opt %s --plait-codegen-cpu-plan-arena -split-input-file -verify-diagnostics
// Tests what the arena takes: buffers of known size, outside of loops.

func.func @dynamic(%n: index) {
  // expected-error@+1 {{must have a static shape and stand outside of loops before the arena is planned}}
  %0 = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

func.func @in_branch(%c: i1) {
  scf.if %c {
    // expected-error@+1 {{must have a static shape and stand outside of loops before the arena is planned}}
    %0 = memref.alloc() : memref<4xf32>
  }
  return
}
