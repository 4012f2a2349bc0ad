// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests where the ops of cpu may stand and what they take.

func.func @interface_parent() {
  // expected-error@+1 {{'cpu.interface' op expects parent op 'builtin.module'}}
  cpu.interface arguments [] results []
  return
}

// -----

func.func @gemm_c1_negative_size(%a: memref<4x4xf32>) {
  // expected-error@+1 {{sizes and strides must not be negative, got: -1}}
  cpu.gemm %a, %a, %a sizes [-1, 4, 4, 4] strides [0, 4, 1], [0, 4, 1], [0, 4, 1] : memref<4x4xf32>, memref<4x4xf32>, memref<4x4xf32>
  return
}

// -----

func.func @gemm_c1_strides_of_the_result(%a: memref<4x4xf32>) {
  // expected-error@+1 {{each operand must have 3 strides, got: 4}}
  cpu.gemm %a, %a, %a sizes [1, 4, 4, 4] strides [0, 4, 1], [0, 4, 1], [0, 4, 1, 1] : memref<4x4xf32>, memref<4x4xf32>, memref<4x4xf32>
  return
}

// -----

func.func @gemm_c2_second(%a: memref<4x4xf32>, %b: memref<4x4xcomplex<f32>>) {
  // expected-error@+1 {{operands must hold f32, f64, bf16 or f16, got: 'complex<f32>'}}
  cpu.gemm %a, %b, %a sizes [1, 4, 4, 4] strides [0, 4, 1], [0, 4, 1], [0, 4, 1] : memref<4x4xf32>, memref<4x4xcomplex<f32>>, memref<4x4xf32>
  return
}

// -----

func.func @check_type(%status: i64) {
  // expected-note@-1 {{prior use here}}
  // expected-error@+1 {{expects different type than prior uses: 'i32' vs 'i64'}}
  cpu.check %status
  return
}
