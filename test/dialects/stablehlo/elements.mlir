// RUN: plait-opt %s | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s
// Every type of element that producers print goes through constants and elementwise ops.

// CHECK-LABEL: func.func @integers()
func.func @integers() {
  // CHECK: stablehlo.constant dense<[-2, 1]> : tensor<2xi2>
  %0 = stablehlo.constant dense<[-2, 1]> : tensor<2xi2>
  // CHECK: stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  %1 = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  // CHECK: stablehlo.constant dense<[0, 3]> : tensor<2xui2>
  %2 = stablehlo.constant dense<[0, 3]> : tensor<2xui2>
  // CHECK: stablehlo.constant dense<[0, 15]> : tensor<2xui4>
  %3 = stablehlo.constant dense<[0, 15]> : tensor<2xui4>
  // CHECK: stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %4 = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  // CHECK: stablehlo.add %{{.*}}, %{{.*}} : tensor<2xui4>
  %5 = stablehlo.add %3, %3 : tensor<2xui4>
  return
}

// CHECK-LABEL: func.func @floats(
func.func @floats(%a: tensor<4xf8E4M3FN>, %b: tensor<4xf8E5M2>, %c: tensor<4xf8E4M3>, %d: tensor<4xf8E3M4>, %e: tensor<4xf8E4M3B11FNUZ>, %f: tensor<4xf8E4M3FNUZ>, %g: tensor<4xf8E5M2FNUZ>, %h: tensor<4xf8E8M0FNU>, %i: tensor<4xf4E2M1FN>, %j: tensor<4xf6E2M3FN>, %k: tensor<4xf6E3M2FN>) {
  // CHECK: stablehlo.add %arg0, %arg0 : tensor<4xf8E4M3FN>
  %0 = stablehlo.add %a, %a : tensor<4xf8E4M3FN>
  // CHECK: stablehlo.convert %arg1 : (tensor<4xf8E5M2>) -> tensor<4xf32>
  %1 = stablehlo.convert %b : (tensor<4xf8E5M2>) -> tensor<4xf32>
  // CHECK: stablehlo.convert %arg2 : (tensor<4xf8E4M3>) -> tensor<4xf8E3M4>
  %2 = stablehlo.convert %c : (tensor<4xf8E4M3>) -> tensor<4xf8E3M4>
  // CHECK: stablehlo.bitcast_convert %arg8 : (tensor<4xf4E2M1FN>) -> tensor<4xi4>
  %3 = stablehlo.bitcast_convert %i : (tensor<4xf4E2M1FN>) -> tensor<4xi4>
  // CHECK: stablehlo.multiply %arg7, %arg7 : tensor<4xf8E8M0FNU>
  %4 = stablehlo.multiply %h, %h : tensor<4xf8E8M0FNU>
  return
}

// CHECK-LABEL: func.func @raw_bits()
func.func @raw_bits() {
  // CHECK: stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  // CHECK: stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %1 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  // CHECK: stablehlo.constant dense<0xFF80> : tensor<bf16>
  %2 = stablehlo.constant dense<0xFF80> : tensor<bf16>
  // CHECK: stablehlo.constant dense<[1.500000e+00, 0x7E]> : tensor<2xf8E5M2>
  %3 = stablehlo.constant dense<[1.5, 0x7E]> : tensor<2xf8E5M2>
  // CHECK: stablehlo.constant dense<(0x7FC00000,1.000000e+00)> : tensor<complex<f32>>
  %4 = stablehlo.constant dense<(0x7FC00000,1.0)> : tensor<complex<f32>>
  return
}
