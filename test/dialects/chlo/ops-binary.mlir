// RUN: plait-opt %s | plait-opt | FileCheck %s --strict-whitespace
// RUN: plait-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s --strict-whitespace
// Tests elementwise ops with two operands.

// CHECK-LABEL: func @floats
func.func @floats(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // CHECK: chlo.next_after %{{.*}}, %{{.*}} : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
  // GENERIC: "chlo.next_after"(%{{.*}}, %{{.*}}) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  chlo.next_after %a, %b : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.polygamma %{{.*}}, %{{.*}} : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
  // GENERIC: "chlo.polygamma"(%{{.*}}, %{{.*}}) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  chlo.polygamma %a, %b : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
  // CHECK: chlo.zeta %{{.*}}, %{{.*}} : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
  // GENERIC: "chlo.zeta"(%{{.*}}, %{{.*}}) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  chlo.zeta %a, %b : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func @integers
func.func @integers(%i: tensor<2x3xi32>, %j: tensor<2x3xui8>) {
  // CHECK: chlo.mulhi %{{.*}}, %{{.*}} : tensor<2x3xi32>, tensor<2x3xi32> -> tensor<2x3xi32>
  chlo.mulhi %i, %i : tensor<2x3xi32>, tensor<2x3xi32> -> tensor<2x3xi32>
  // CHECK: chlo.mulhi %{{.*}}, %{{.*}} : tensor<2x3xui8>, tensor<2x3xui8> -> tensor<2x3xui8>
  chlo.mulhi %j, %j : tensor<2x3xui8>, tensor<2x3xui8> -> tensor<2x3xui8>
  return
}
