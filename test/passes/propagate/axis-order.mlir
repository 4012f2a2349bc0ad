// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests one dimension over the same two axes in two orders: of equal tensors the
// axes that come first in the mesh win, whatever the order of operands.
plait.mesh @mesh = <"x"=2, "y"=2>
// CHECK-LABEL: func.func @xy_first
// CHECK: linalg.add {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x", "y"}]>>
func.func @xy_first(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x", "y"}]>},
                    %b: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"y", "x"}]>}) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.add ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
// CHECK-LABEL: func.func @yx_first
// CHECK: linalg.add {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x", "y"}]>>
func.func @yx_first(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"y", "x"}]>},
                    %b: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x", "y"}]>}) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.add ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
