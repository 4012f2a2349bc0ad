// RUN: plait-opt %s --plait-codegen-cpu-verify -split-input-file -verify-diagnostics
// Tests what must not be left after codegen/cpu.
func.func @tensors(%x: memref<f32>) {
  // expected-error @+1 {{must not work on tensors after codegen/cpu, got: 'tensor<4xf32>'}}
  %0 = tensor.empty() : tensor<4xf32>
  return
}
// -----
func.func @allocation() {
  // expected-error @+1 {{must not be left after codegen/cpu: the step works in a planned arena}}
  %0 = memref.alloc() : memref<4xf32>
  return
}
// -----
func.func @structured(%x: memref<4xf32>, %f: f32) {
  // expected-error @+1 {{must not be left after codegen/cpu}}
  linalg.fill ins(%f : f32) outs(%x : memref<4xf32>)
  return
}
// -----
func.func @buffer_result(%x: memref<4xf32>, %c: i1) {
  // expected-error @+1 {{must not give a buffer after codegen/cpu, got: 'memref<4xf32>'}}
  %0 = scf.if %c -> memref<4xf32> {
    scf.yield %x : memref<4xf32>
  } else {
    scf.yield %x : memref<4xf32>
  }
  return
}
