// RUN: plait-opt %s --plait-codegen-cpu-plan-arena -split-input-file -verify-diagnostics
// Tests what the arena takes: buffers of known size that do not leave their
// block.

func.func @dynamic(%n: index) {
  // expected-error@+1 {{must have a static shape before the arena is planned, got: 'memref<?xf32>'}}
  %0 = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

func.func @leaves_its_branch(%c: i1, %x: memref<4xf32>) {
  %0 = scf.if %c -> memref<4xf32> {
    // expected-error@+1 {{must be used in its own block only before the arena is planned, got a use by memref.copy}}
    %1 = memref.alloc() : memref<4xf32>
    scf.yield %1 : memref<4xf32>
  } else {
    scf.yield %x : memref<4xf32>
  }
  memref.copy %0, %x : memref<4xf32> to memref<4xf32>
  return
}
