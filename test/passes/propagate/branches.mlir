// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests scf.if and scf.index_switch whose branches disagree: the result has one
// sharding, that of the value that is nearest, and the other branch reshards.
plait.mesh @mesh = <"x"=2, "y"=2>
// CHECK-LABEL: func.func @main
// CHECK: scf.if {{.*}} -> (tensor<8x6xf32, #plait.sharding<@mesh, [{"y"}, {}]>>)
// CHECK: linalg.exp {{.*}} -> tensor<8x6xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: %[[R:.*]] = plait.reshard {{.*}}[{"x"}, {}]>> -> tensor<8x6xf32, #plait.sharding<@mesh, [{"y"}, {}]>>
// CHECK: scf.yield %[[R]]
// CHECK: } else {
// CHECK-NEXT: scf.yield %arg1
// CHECK: scf.index_switch {{.*}} -> tensor<8x6xf32, #plait.sharding<@mesh, [{"y"}, {}]>>
func.func @main(%x: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
                %y: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"y"}, {}]>},
                %c: i1, %k: index) -> (tensor<8x6xf32>, tensor<8x6xf32>) {
  %r = scf.if %c -> tensor<8x6xf32> {
    %e = tensor.empty() : tensor<8x6xf32>
    %0 = linalg.exp ins(%x : tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
    scf.yield %0 : tensor<8x6xf32>
  } else {
    scf.yield %y : tensor<8x6xf32>
  }
  %s = scf.index_switch %k -> tensor<8x6xf32>
  case 0 {
    scf.yield %y : tensor<8x6xf32>
  }
  default {
    scf.yield %y : tensor<8x6xf32>
  }
  return %r, %s : tensor<8x6xf32>, tensor<8x6xf32>
}
