// RUN: plait-opt %s --plait-import-convert -split-input-file -verify-diagnostics
// Tests which values, constants and functions have no core form.

// expected-error@+1 {{values must be tensors, got: 'f32'}}
func.func @scalar(%x: f32) {
  return
}

// -----

// expected-error@+1 {{values must be tensors, got: 'memref<4xf32>'}}
func.func @buffer(%x: memref<4xf32>) {
  return
}

// -----

func.func @sparse_unsigned() {
  // expected-error@+1 {{must hold dense elements, got: sparse<0, 1> : tensor<8xui32>}}
  %0 = stablehlo.constant sparse<[[0]], [1]> : tensor<8xui32>
  return
}

// -----

// expected-error@+1 {{a region must have one block, got: 2}}
func.func @two_blocks() {
  cf.br ^next
^next:
  return
}
