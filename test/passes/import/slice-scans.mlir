// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests which chlo.scan is a running sum and which a loop; semantics/scan.mlir has values.

// CHECK-LABEL: func @associative
func.func @associative(%x: tensor<5x3xbf16>) -> (tensor<5x3xbf16>, tensor<3xbf16>) {
  %c = stablehlo.constant dense<0.0> : tensor<3xbf16>
  // Narrow sums accumulate in f32, and start from nothing.
  // CHECK: arith.extf
  // CHECK: %[[S:.*]] = linalgx.scan(%{{.*}}) dim 0 : (tensor<5x3xf32>) -> tensor<5x3xf32>
  // CHECK: arith.addf
  // CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[S]] : tensor<5x3xf32>)
  // CHECK: arith.truncf
  // CHECK: %[[L:.*]] = tensor.extract_slice %[[R]][4, 0] [1, 3] [1, 1]
  // CHECK: %[[C:.*]] = tensor.collapse_shape %[[L]]
  // CHECK: return %[[R]], %[[C]]
  %0:2 = chlo.scan(%x) inits (%c) dimension=0 attributes {is_associative = true} {
  ^bb0(%s: tensor<3xbf16>, %p: tensor<3xbf16>):
    %r = stablehlo.add %s, %p : tensor<3xbf16>
    stablehlo.return %r, %r : tensor<3xbf16>, tensor<3xbf16>
  } : (tensor<5x3xbf16>, tensor<3xbf16>) -> (tensor<5x3xbf16>, tensor<3xbf16>)
  return %0#0, %0#1 : tensor<5x3xbf16>, tensor<3xbf16>
}

// CHECK-LABEL: func @sequential
func.func @sequential(%x: tensor<5x3xf32>, %c: tensor<3xf32>) -> tensor<5x3xf32> {
  // CHECK-NOT: linalgx.scan
  // CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args({{.*}}) -> (tensor<5x3xf32>, tensor<3xf32>)
  // CHECK: linalgx.dynamic_slice %arg0
  // CHECK: linalgx.dynamic_update_slice
  %0:2 = chlo.scan(%x) inits (%c) dimension=0 {
  ^bb0(%s: tensor<3xf32>, %p: tensor<3xf32>):
    %r = stablehlo.add %s, %p : tensor<3xf32>
    stablehlo.return %r, %r : tensor<3xf32>, tensor<3xf32>
  } : (tensor<5x3xf32>, tensor<3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>)
  return %0#0 : tensor<5x3xf32>
}

// It says that it is associative, but subtraction is not.
// CHECK-LABEL: func @not_what_it_says
func.func @not_what_it_says(%x: tensor<5xf32>, %c: tensor<f32>) -> tensor<5xf32> {
  // CHECK-NOT: linalgx.scan
  // CHECK: scf.for
  %0:2 = chlo.scan(%x) inits (%c) dimension=0 attributes {is_associative = true} {
  ^bb0(%s: tensor<f32>, %p: tensor<f32>):
    %r = stablehlo.subtract %p, %s : tensor<f32>
    stablehlo.return %r, %r : tensor<f32>, tensor<f32>
  } : (tensor<5xf32>, tensor<f32>) -> (tensor<5xf32>, tensor<f32>)
  return %0#0 : tensor<5xf32>
}
