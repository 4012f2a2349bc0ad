// RUN: plait-opt %s --plait-codegen-cpu | FileCheck %s
// Tests that a fill of a tensor of booleans becomes a fill of bytes: its body has no conversion.

// CHECK-LABEL: func.func @main
// CHECK-SAME: memref<4xi8>
func.func @main(%p: tensor<i1> {plait.name = "p"}) -> (tensor<4xi1> {plait.name = "r"}) {
  %v = tensor.extract %p[] : tensor<i1>
  %e = tensor.empty() : tensor<4xi1>
  %0 = linalg.fill ins(%v : i1) outs(%e : tensor<4xi1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}
