// RUN: plait-opt %s --plait-codegen-cpu-hoist-buffers -split-input-file -verify-diagnostics
// Tests that a buffer whose size is not known cannot leave a loop.

func.func @dynamic(%n: index) {
  // expected-error@+1 {{must have a static shape, got: 'memref<?xf32>'}}
  %0 = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

func.func @layout_symbol(%n: index) {
  // expected-error@+1 {{must have a static shape, got: }}
  %0 = memref.alloc()[%n] : memref<4xf32, affine_map<(i)[s] -> (i + s)>>
  return
}
