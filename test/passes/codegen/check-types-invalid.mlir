// RUN: plait-opt %s --plait-codegen-cpu-check-types -split-input-file -verify-diagnostics
// Tests that numbers without code are named where they are made, in tensors, alone, and as arguments.

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'arith.truncf' op must compute f64, f32, f16 or bf16 on this target, got: 'f8E4M3FN'; convert to bf16 instead}}
  %0 = arith.truncf %x : tensor<4xf32> to tensor<4xf8E4M3FN>
  %1 = arith.extf %0 : tensor<4xf8E4M3FN> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

func.func @main(%x: f32) -> f32 {
  // expected-error @below {{op must compute f64, f32, f16 or bf16 on this target, got: 'f8E5M2'; convert}}
  %0 = arith.truncf %x : f32 to f8E5M2
  %1 = arith.extf %0 : f8E5M2 to f32
  return %1 : f32
}

// -----

// expected-error @below {{a value must be f64, f32, f16 or bf16 on this target, got: 'f8E8M0FNU'}}
func.func @main(%x: tensor<4xf8E8M0FNU>) {
  return
}

// -----

// What there is code for.
func.func @main(%x: tensor<4xcomplex<f32>>, %y: tensor<4xbf16>, %z: f16, %i: tensor<2xi4>) {
  return
}
