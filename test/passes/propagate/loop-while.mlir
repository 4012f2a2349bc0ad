// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests scf.while: a sharding passes through the condition to the body and back.
plait.mesh @mesh = <"x"=4>
// CHECK-LABEL: func.func @main
// CHECK: scf.while (%{{.*}} = %arg0, %{{.*}} = %{{.*}}) : (tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>, tensor<i32, #plait.sharding<@mesh, []>>)
// CHECK: scf.condition({{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>, tensor<i32, #plait.sharding<@mesh, []>>
// CHECK: linalg.exp {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK-NOT: plait.reshard
func.func @main(%x: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}, %n: tensor<i32>) -> tensor<8xf32> {
  %zero = arith.constant dense<0> : tensor<i32>
  %r:2 = scf.while (%a = %x, %i = %zero) : (tensor<8xf32>, tensor<i32>) -> (tensor<8xf32>, tensor<i32>) {
    %k = tensor.extract %i[] : tensor<i32>
    %m = tensor.extract %n[] : tensor<i32>
    %c = arith.cmpi slt, %k, %m : i32
    scf.condition(%c) %a, %i : tensor<8xf32>, tensor<i32>
  } do {
  ^bb0(%a: tensor<8xf32>, %i: tensor<i32>):
    %e = tensor.empty() : tensor<8xf32>
    %y = linalg.exp ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    %one = arith.constant dense<1> : tensor<i32>
    %j = arith.addi %i, %one : tensor<i32>
    scf.yield %y, %j : tensor<8xf32>, tensor<i32>
  }
  return %r#0 : tensor<8xf32>
}
