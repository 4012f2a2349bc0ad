// RUN: plait-opt %s --plait-overlap-make-asynchronous="min-bytes=16" --plait-overlap-verify | FileCheck %s
// Tests that a collective flies over the kernel that does not need it, and that one needed at once, or small, stays blocking.

plait.mesh @mesh = <"data"=2>
// CHECK-LABEL: func @flies
func.func @flies(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: %[[D:.*]] = tensor.empty() : tensor<8xf32>
  // CHECK: %[[H:.*]] = coll.all_reduce_start %[[X:.*]] into %[[D]] sum over @mesh["data"] site <0 partition "r">
  %0 = coll.all_reduce %x sum over @mesh["data"] site <0 partition "r"> : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK: plait.kernel "a"
  %1 = plait.kernel "a" flops 8 bytes 64 predicted_ns 100 -> (tensor<8xf32>) {
    %a = arith.addf %y, %y : tensor<8xf32>
    plait.yield %a : tensor<8xf32>
  }
  // CHECK: %[[R:.*]] = coll.wait %[[H]], %[[X]], %[[D]]
  // CHECK: plait.kernel "b"
  // CHECK-NEXT: arith.addf %{{.*}}, %[[R]]
  %2 = plait.kernel "b" flops 8 bytes 64 predicted_ns 100 -> (tensor<8xf32>) {
    %b = arith.addf %1, %0 : tensor<8xf32>
    plait.yield %b : tensor<8xf32>
  }
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func @needed_at_once
func.func @needed_at_once(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: coll.all_reduce %
  // CHECK-NOT: coll.wait
  %0 = coll.all_reduce %x sum over @mesh["data"] site <1 partition "r"> : (tensor<8xf32>) -> tensor<8xf32>
  %1 = plait.kernel "a" flops 8 bytes 64 predicted_ns 100 -> (tensor<8xf32>) {
    %a = arith.addf %0, %0 : tensor<8xf32>
    plait.yield %a : tensor<8xf32>
  }
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func @small
func.func @small(%x: tensor<2xf32>, %y: tensor<8xf32>) -> (tensor<2xf32>, tensor<8xf32>) {
  // CHECK: coll.all_reduce %
  // CHECK-NOT: coll.wait
  %0 = coll.all_reduce %x sum over @mesh["data"] site <2 partition "r"> : (tensor<2xf32>) -> tensor<2xf32>
  %1 = plait.kernel "a" flops 8 bytes 64 predicted_ns 100 -> (tensor<8xf32>) {
    %a = arith.addf %y, %y : tensor<8xf32>
    plait.yield %a : tensor<8xf32>
  }
  return %0, %1 : tensor<2xf32>, tensor<8xf32>
}
