// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests the verifier of cpu.gemm, one label each.
func.func @gemm_c1_sizes(%a: memref<4x4xf32>) {
  // expected-error @+1 {{'sizes' must be [batch, m, n, k], got 3 entries}}
  cpu.gemm %a, %a, %a sizes [4, 4, 4] strides [0, 4, 1], [0, 4, 1], [0, 4, 1] : memref<4x4xf32>, memref<4x4xf32>, memref<4x4xf32>
  return
}
// -----
func.func @gemm_c1_strides(%a: memref<4x4xf32>) {
  // expected-error @+1 {{each operand must have 3 strides, got: 2}}
  cpu.gemm %a, %a, %a sizes [1, 4, 4, 4] strides [4, 1], [0, 4, 1], [0, 4, 1] : memref<4x4xf32>, memref<4x4xf32>, memref<4x4xf32>
  return
}
// -----
func.func @gemm_c1_negative(%a: memref<4x4xf32>) {
  // expected-error @+1 {{sizes and strides must not be negative, got: -4}}
  cpu.gemm %a, %a, %a sizes [1, 4, 4, 4] strides [0, -4, 1], [0, 4, 1], [0, 4, 1] : memref<4x4xf32>, memref<4x4xf32>, memref<4x4xf32>
  return
}
// -----
func.func @gemm_c2(%a: memref<4x4xi32>) {
  // expected-error @+1 {{operands must hold f32, f64, bf16 or f16, got: 'i32'}}
  cpu.gemm %a, %a, %a sizes [1, 4, 4, 4] strides [0, 4, 1], [0, 4, 1], [0, 4, 1] : memref<4x4xi32>, memref<4x4xi32>, memref<4x4xi32>
  return
}
