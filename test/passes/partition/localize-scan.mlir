// RUN: plait-opt %s --plait-partition-localize | FileCheck %s
// Tests that a scan becomes a loop over rows that writes them in place, also
// where it runs backwards.
plait.mesh @mesh = <"x"=4>

// CHECK-LABEL: func @forwards
func.func @forwards(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  // CHECK: %[[R:.*]] = scf.for %[[I:.*]] = %c1{{.*}} to %c8{{.*}} iter_args(%[[X:.*]] = %arg0)
  // CHECK: %[[B:.*]] = arith.subi %[[I]], %c1
  // CHECK: %[[SUM:.*]] = linalgx.dynamic_slice %[[X]][%[[B]], %{{.*}}] : tensor<8x6xf32> -> tensor<1x6xf32>
  // CHECK: %[[OWN:.*]] = linalgx.dynamic_slice %[[X]][%[[I]], %{{.*}}]
  // CHECK: %[[N:.*]] = linalg.generic {{.*}} ins(%[[SUM]], %[[OWN]]
  // CHECK: linalgx.dynamic_update_slice %[[N]] into %[[X]][%[[I]],
  // CHECK: return %[[R]]
  %r = linalgx.scan(%x) dim 0 : (tensor<8x6xf32>) -> tensor<8x6xf32> {
  ^bb0(%sum: f32, %own: f32):
    %0 = arith.addf %sum, %own : f32
    linalgx.yield %0 : f32
  }
  return %r : tensor<8x6xf32>
}

// CHECK-LABEL: func @backwards
func.func @backwards(%x: tensor<8x6xf32>) -> tensor<8x6xf32> {
  // CHECK: scf.for %[[I:.*]] = %c1{{.*}} to %c6
  // CHECK: %[[B:.*]] = arith.subi %[[I]], %c1
  // CHECK: %[[AT:.*]] = arith.subi %c5{{.*}}, %[[I]]
  // CHECK: %[[BEHIND:.*]] = arith.subi %c5{{.*}}, %[[B]]
  %r = linalgx.scan(%x) dim 1 reverse : (tensor<8x6xf32>) -> tensor<8x6xf32> {
  ^bb0(%sum: f32, %own: f32):
    %0 = arith.addf %sum, %own : f32
    linalgx.yield %0 : f32
  }
  return %r : tensor<8x6xf32>
}
