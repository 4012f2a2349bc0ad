// RUN: plait-opt %s --plait-overlap-make-asynchronous="min-bytes=16" --remark-format=emitRemark --remarks-filter="plait-overlap.*" -o /dev/null 2>&1 | FileCheck %s
// Tests that a chance taken and one not taken are remarks with numbers.

plait.mesh @mesh = <"data"=2>
func.func @remarks(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<2xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<2xf32>) {
  // CHECK: remark: [Passed] Start | Category:plait-overlap-make-asynchronous
  // CHECK-SAME: bytes=32
  // CHECK-SAME: kernel-ns=100
  %0 = coll.all_reduce %x sum over @mesh["data"] site <0 partition "r"> : (tensor<8xf32>) -> tensor<8xf32>
  %1 = plait.kernel "a" flops 8 bytes 64 predicted_ns 100 -> (tensor<8xf32>) {
    %a = arith.addf %y, %y : tensor<8xf32>
    plait.yield %a : tensor<8xf32>
  }
  // CHECK: remark: [Missed] Start | Category:plait-overlap-make-asynchronous
  // CHECK-SAME: smaller than min-bytes
  %2 = coll.all_reduce %z sum over @mesh["data"] site <1 partition "r"> : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<2xf32>
}
