// RUN: plait-opt %s --plait-codegen-cpu | FileCheck %s
// Tests a while loop that passes other tensors to its body than it carries:
// each has a buffer of its own, outside.
// CHECK-LABEL: func @main
// CHECK-SAME: (%[[X:[a-z0-9]+]]: memref<4xf32>, %[[R:[a-z0-9]+]]: memref<2xf32>, %[[ARENA:[a-z0-9]+]]: memref<64xi8>)
// CHECK: %[[CARRIED:.*]] = memref.view %[[ARENA]]
// CHECK: memref.copy %[[X]], %[[CARRIED]]
// CHECK: call @plait_kernel_0(
// CHECK: scf.while
// CHECK-NOT: memref.alloc
func.func @main(%x: tensor<4xf32>) -> tensor<2xf32> {
  %r = scf.while (%a = %x) : (tensor<4xf32>) -> tensor<2xf32> {
    %s = tensor.extract_slice %a[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %go = arith.constant false
    scf.condition(%go) %s : tensor<2xf32>
  } do {
  ^bb0(%b: tensor<2xf32>):
    %p = tensor.concat dim(0) %b, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
    scf.yield %p : tensor<4xf32>
  }
  return %r : tensor<2xf32>
}
