// RUN: plait-opt %s | plait-opt | FileCheck %s --strict-whitespace
// RUN: plait-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s --strict-whitespace
// Tests elementwise ops with one operand, which print both types.

// CHECK-LABEL: func @floats
func.func @floats(%a: tensor<2x3xf32>) {
  // CHECK: chlo.acos %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  // GENERIC: "chlo.acos"(%{{.*}}) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  chlo.acos %a : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.acosh %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  // GENERIC: "chlo.acosh"(%{{.*}}) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  chlo.acosh %a : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.asin %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  // GENERIC: "chlo.asin"(%{{.*}}) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  chlo.asin %a : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.asinh %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  // GENERIC: "chlo.asinh"(%{{.*}}) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  chlo.asinh %a : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.atan %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  // GENERIC: "chlo.atan"(%{{.*}}) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  chlo.atan %a : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.atanh %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  // GENERIC: "chlo.atanh"(%{{.*}}) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  chlo.atanh %a : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.bessel_i1e %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  // GENERIC: "chlo.bessel_i1e"(%{{.*}}) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  chlo.bessel_i1e %a : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.cosh %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  // GENERIC: "chlo.cosh"(%{{.*}}) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  chlo.cosh %a : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.digamma %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  // GENERIC: "chlo.digamma"(%{{.*}}) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  chlo.digamma %a : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.erf %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  // GENERIC: "chlo.erf"(%{{.*}}) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  chlo.erf %a : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.erf_inv %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  // GENERIC: "chlo.erf_inv"(%{{.*}}) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  chlo.erf_inv %a : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.erfc %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  // GENERIC: "chlo.erfc"(%{{.*}}) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  chlo.erfc %a : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.lgamma %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  // GENERIC: "chlo.lgamma"(%{{.*}}) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  chlo.lgamma %a : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.sinh %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  // GENERIC: "chlo.sinh"(%{{.*}}) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  chlo.sinh %a : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.square %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  // GENERIC: "chlo.square"(%{{.*}}) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  chlo.square %a : tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.tan %{{.*}} : tensor<2x3xf32> -> tensor<2x3xf32>
  // GENERIC: "chlo.tan"(%{{.*}}) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  chlo.tan %a : tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func @predicates
func.func @predicates(%a: tensor<2x3xf32>) {
  // CHECK: chlo.is_inf %{{.*}} : tensor<2x3xf32> -> tensor<2x3xi1>
  chlo.is_inf %a : tensor<2x3xf32> -> tensor<2x3xi1>
  // CHECK: chlo.is_neg_inf %{{.*}} : tensor<2x3xf32> -> tensor<2x3xi1>
  chlo.is_neg_inf %a : tensor<2x3xf32> -> tensor<2x3xi1>
  // CHECK: chlo.is_pos_inf %{{.*}} : tensor<2x3xf32> -> tensor<2x3xi1>
  chlo.is_pos_inf %a : tensor<2x3xf32> -> tensor<2x3xi1>
  return
}

// CHECK-LABEL: func @complex_numbers
func.func @complex_numbers(%c: tensor<2x3xcomplex<f32>>) {
  // CHECK: chlo.conj %{{.*}} : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  chlo.conj %c : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  // CHECK: chlo._asin_acos_kernel %{{.*}} : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  chlo._asin_acos_kernel %c : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  // CHECK: chlo.acos %{{.*}} : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  chlo.acos %c : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  // CHECK: chlo.acosh %{{.*}} : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  chlo.acosh %c : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  // CHECK: chlo.asin %{{.*}} : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  chlo.asin %c : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  // CHECK: chlo.asinh %{{.*}} : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  chlo.asinh %c : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  // CHECK: chlo.atan %{{.*}} : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  chlo.atan %c : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  // CHECK: chlo.atanh %{{.*}} : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  chlo.atanh %c : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  // CHECK: chlo.cosh %{{.*}} : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  chlo.cosh %c : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  // CHECK: chlo.sinh %{{.*}} : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  chlo.sinh %c : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  // CHECK: chlo.square %{{.*}} : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  chlo.square %c : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  // CHECK: chlo.tan %{{.*}} : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  chlo.tan %c : tensor<2x3xcomplex<f32>> -> tensor<2x3xcomplex<f32>>
  return
}

// CHECK-LABEL: func @other_types
func.func @other_types(%a: tensor<4xbf16>, %b: tensor<f64>, %i: tensor<2xi32>, %s: tensor<?x3xf16>) {
  // CHECK: chlo.erf %{{.*}} : tensor<4xbf16> -> tensor<4xbf16>
  chlo.erf %a : tensor<4xbf16> -> tensor<4xbf16>
  // CHECK: chlo.lgamma %{{.*}} : tensor<f64> -> tensor<f64>
  chlo.lgamma %b : tensor<f64> -> tensor<f64>
  // CHECK: chlo.square %{{.*}} : tensor<2xi32> -> tensor<2xi32>
  chlo.square %i : tensor<2xi32> -> tensor<2xi32>
  // CHECK: chlo.erf_inv %{{.*}} : tensor<?x3xf16> -> tensor<?x3xf16>
  chlo.erf_inv %s : tensor<?x3xf16> -> tensor<?x3xf16>
  // CHECK: chlo.erf %{{.*}} {builtin.b = 1 : i32} : tensor<4xbf16> -> tensor<4xbf16>
  chlo.erf %a {builtin.b = 1 : i32} : tensor<4xbf16> -> tensor<4xbf16>
  return
}
