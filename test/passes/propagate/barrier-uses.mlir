// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests barriers on one of several uses: the others are not affected, and each direction stays closed for itself.
plait.mesh @mesh = <"x"=2, "y"=2>

// CHECK-LABEL: func.func @one_use
// CHECK-SAME: %arg0: tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: linalg.exp {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: plait.reshard {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{}]>>
// CHECK: linalg.tanh {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{}]>>
// CHECK: linalg.tanh {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: return {{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{}]>>, tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
func.func @one_use(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %1 = plait.barrier %0 allow "none" : tensor<8xf32>
  %2 = linalg.tanh ins(%1 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %3 = linalg.tanh ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %2, %3 : tensor<8xf32>, tensor<8xf32>
}

// Two users behind one barrier lie alike.
// CHECK-LABEL: func.func @two_behind
// CHECK: plait.reshard {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"y"}]>>
// CHECK: linalg.tanh {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"y"}]>>
// CHECK: linalg.add {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"y"}]>>
// CHECK: return {{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{"y"}]>>, tensor<8xf32, #plait.sharding<@mesh, [{"y"}]>>
func.func @two_behind(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"y"}]>}) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %0 = plait.barrier %a allow "backward" : tensor<8xf32>
  %1 = linalg.tanh ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %2 = linalg.add ins(%0, %b : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
