// RUN: plait-opt %s --plait-import --plait-propagate | FileCheck %s
// Tests the whole way from shardy's annotations: a constraint and an open argument in a loop of JAX become shardings of the
// carried value, of what the body computes, and of the result.
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: scf.for {{.*}} -> (tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>)
// CHECK: math.tanh
// CHECK: } -> tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK-NOT: plait.reshard
// CHECK: return {{.*}} : tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}) -> tensor<8x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %h = %a) : tensor<i32>, tensor<8x4xf32>
   cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %0 = stablehlo.tanh %h : tensor<8x4xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{?}, {"y"}]> : tensor<8x4xf32>
    stablehlo.return %j, %1 : tensor<i32>, tensor<8x4xf32>
  }
  return %r#1 : tensor<8x4xf32>
}
