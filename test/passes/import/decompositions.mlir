// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests the form of fft, triangular_solve and rng_bit_generator; semantics/ has their values.

// CHECK-LABEL: func @fft_is_a_product
func.func @fft_is_a_product(%x: tensor<5x8xcomplex<f32>>) -> tensor<5x8xcomplex<f32>> {
  // CHECK: %[[ROOTS:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<8x8xcomplex<f32>>)
  // CHECK: arith.remsi
  // CHECK: math.cos %{{.*}} : f64
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %[[ROOTS]] :
  // CHECK: complex.mul
  %0 = stablehlo.fft %x, type = FFT, length = [8] : (tensor<5x8xcomplex<f32>>) -> tensor<5x8xcomplex<f32>>
  return %0 : tensor<5x8xcomplex<f32>>
}

// CHECK-LABEL: func @solve_is_a_loop_over_rows
func.func @solve_is_a_loop_over_rows(%a: tensor<3x4x4xf32>, %b: tensor<3x4x2xf32>) -> tensor<3x4x2xf32> {
  // CHECK: scf.for %[[I:[a-z0-9]+]] = {{.*}} iter_args(%[[X:[a-z0-9]+]] = %{{.*}}) -> (tensor<3x4x2xf32>)
  // CHECK: linalgx.dynamic_slice %arg1[%{{.*}}, %[[I]], %{{.*}}]
  // CHECK: arith.divf
  // CHECK: linalgx.dynamic_update_slice %{{.*}} into %[[X]][%{{.*}}, %[[I]], %{{.*}}]
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x4x4xf32>, tensor<3x4x2xf32>) -> tensor<3x4x2xf32>
  return %0 : tensor<3x4x2xf32>
}

// CHECK-LABEL: func @bits_are_elementwise
func.func @bits_are_elementwise(%s: tensor<3xui64>) -> (tensor<3xui64>, tensor<6x5xui32>) {
  // CHECK: %[[B:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} outs(%{{.*}} : tensor<6x5xi32>)
  // CHECK: %[[N:.*]] = tensor.from_elements %{{.*}}, %{{.*}}, %{{.*}} : tensor<3xi64>
  // CHECK: return %[[N]], %[[B]]
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<6x5xui32>)
  return %0, %1 : tensor<3xui64>, tensor<6x5xui32>
}

// CHECK-LABEL: func @complex_padding_is_created
func.func @complex_padding_is_created(%x: tensor<2xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
  // CHECK: %[[V:.*]] = complex.create %{{.*}}, %{{.*}} : complex<f32>
  // CHECK: tensor.yield %[[V]]
  %c = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  %0 = stablehlo.pad %x, %c, low = [1], high = [0], interior = [0] : (tensor<2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
  return %0 : tensor<3xcomplex<f32>>
}
