// RUN: env PLAIT_POISON=1 plait-run %s --check 2>&1 | FileCheck %s
// Tests that branches give what a loop carried, unevenly split and donated: such a branch becomes
// a choice between tensors.
// CHECK: check: 6 ranks equal one device
module @m {
  sdy.mesh @mesh = <["x"=3, "y"=2]>
  func.func public @main(%a: tensor<7x5xf32> {tf.aliasing_output = 0 : i32, sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("a"), %b: tensor<7x5xf32> {tf.aliasing_output = 1 : i32, sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("b"), %w: tensor<3x5x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {}]>} loc("w")) -> (tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>, tensor<4x7x5xf32>, tensor<f32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %c3 = stablehlo.constant dense<3> : tensor<i32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %zz = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<4x7x5xf32>
    %r:5 = stablehlo.while(%i = %c0, %p = %a, %q = %b, %st = %zz, %acc = %z) : tensor<i32>, tensor<7x5xf32>, tensor<7x5xf32>, tensor<4x7x5xf32>, tensor<f32>
    cond {
      %k = stablehlo.compare LT, %i, %c3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %k : tensor<i1>
    } do {
      %ws = stablehlo.dynamic_slice %w, %i, %c0, %c0, sizes = [1, 5, 5] : (tensor<3x5x5xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x5x5xf32>
      %w2 = stablehlo.reshape %ws : (tensor<1x5x5xf32>) -> tensor<5x5xf32>
      %d = stablehlo.dot_general %p, %w2, contracting_dims = [1] x [0] : (tensor<7x5xf32>, tensor<5x5xf32>) -> tensor<7x5xf32>
      %e = stablehlo.add %d, %q : tensor<7x5xf32>
      %p1 = stablehlo.reshape %p : (tensor<7x5xf32>) -> tensor<1x7x5xf32>
      %st2 = stablehlo.dynamic_update_slice %st, %p1, %i, %c0, %c0 : (tensor<4x7x5xf32>, tensor<1x7x5xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x7x5xf32>
      %s = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<7x5xf32>, tensor<f32>) -> tensor<f32>
      %acc2 = stablehlo.add %acc, %s : tensor<f32>
      %i2 = stablehlo.add %i, %c1 : tensor<i32>
      stablehlo.return %i2, %q, %e, %st2, %acc2 : tensor<i32>, tensor<7x5xf32>, tensor<7x5xf32>, tensor<4x7x5xf32>, tensor<f32>
    }
    %gt = stablehlo.compare GT, %r#4, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %ff:2 = "stablehlo.if"(%gt) ({
      stablehlo.return %r#2, %a : tensor<7x5xf32>, tensor<7x5xf32>
    }, {
      stablehlo.return %b, %r#1 : tensor<7x5xf32>, tensor<7x5xf32>
    }) : (tensor<i1>) -> (tensor<7x5xf32>, tensor<7x5xf32>)
    %t = stablehlo.tanh %ff#0 : tensor<7x5xf32>
    %mix = stablehlo.add %a, %b : tensor<7x5xf32>
    return %t, %ff#1, %mix, %r#3, %r#4 : tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x5xf32>, tensor<4x7x5xf32>, tensor<f32>
  }
}
