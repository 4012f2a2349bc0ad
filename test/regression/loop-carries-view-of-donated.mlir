// RUN: env PLAIT_POISON=1 plait-run %s --check 2>&1 | FileCheck %s
// Tests that a donated argument and views of it may be carried by one loop, in
// any order, and that a view of it may be read behind the loop.
// CHECK: check: 1 ranks equal one device
module @m {
  func.func public @main(%a: tensor<6x4xf32> {tf.aliasing_output = 0 : i32}, %b: tensor<8xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<6x4xf32>, tensor<8xf32>, tensor<24xf32>, tensor<4x2xf32>, tensor<2x4xf32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %c5 = stablehlo.constant dense<5> : tensor<i32>
    %flat = stablehlo.reshape %a : (tensor<6x4xf32>) -> tensor<24xf32>
    %square = stablehlo.reshape %b : (tensor<8xf32>) -> tensor<4x2xf32>
    %other = stablehlo.reshape %b : (tensor<8xf32>) -> tensor<2x4xf32>
    %r:5 = stablehlo.while(%i = %c0, %w = %flat, %x = %a, %y = %b, %z = %square) : tensor<i32>, tensor<24xf32>, tensor<6x4xf32>, tensor<8xf32>, tensor<4x2xf32>
    cond {
      %k = stablehlo.compare LT, %i, %c5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %k : tensor<i1>
    } do {
      %u = stablehlo.tanh %w : tensor<24xf32>
      %v = stablehlo.add %x, %x : tensor<6x4xf32>
      %s = stablehlo.negate %y : tensor<8xf32>
      %t = stablehlo.tanh %z : tensor<4x2xf32>
      %i2 = stablehlo.add %i, %c1 : tensor<i32>
      stablehlo.return %i2, %u, %v, %s, %t : tensor<i32>, tensor<24xf32>, tensor<6x4xf32>, tensor<8xf32>, tensor<4x2xf32>
    }
    %behind = stablehlo.negate %other : tensor<2x4xf32>
    return %r#2, %r#3, %r#1, %r#4, %behind : tensor<6x4xf32>, tensor<8xf32>, tensor<24xf32>, tensor<4x2xf32>, tensor<2x4xf32>
  }
}
