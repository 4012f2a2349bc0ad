// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests a loop whose init and yielded value would lie differently: the nearer one
// decides, the other reshards. Two arguments that swap places lie alike.
plait.mesh @mesh = <"x"=2, "y"=2>
// CHECK-LABEL: func.func @init_or_yield
// CHECK: scf.for {{.*}} -> (tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>)
// CHECK: linalg.exp ins(%arg1 {{.*}}
// CHECK: scf.yield {{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
func.func @init_or_yield(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>},
                         %b: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"y"}]>}) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%s = %a) -> tensor<8xf32> {
    %e = tensor.empty() : tensor<8xf32>
    %0 = linalg.exp ins(%b : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %0 : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
// CHECK-LABEL: func.func @swapped
// CHECK-SAME: %arg1: tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
func.func @swapped(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %c1 step %c1 iter_args(%s = %a, %t = %b) -> (tensor<8xf32>, tensor<8xf32>) {
    scf.yield %t, %s : tensor<8xf32>, tensor<8xf32>
  }
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xf32>
}
