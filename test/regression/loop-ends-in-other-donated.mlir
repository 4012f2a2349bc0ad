// RUN: env PLAIT_POISON=1 plait-run %s --check 2>&1 | FileCheck %s
// Tests that what a loop carries in one donated buffer may be the result that
// replaces another one: all are read before any is overwritten.
// CHECK: check: 1 ranks equal one device
module @m {
  func.func public @main(%a: tensor<6x4xf32> {tf.aliasing_output = 1 : i32}, %b: tensor<6x4xf32> {tf.aliasing_output = 2 : i32}, %c: tensor<6x4xf32> {tf.aliasing_output = 0 : i32}) -> (tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %c5 = stablehlo.constant dense<5> : tensor<i32>
    %r:4 = stablehlo.while(%i = %c0, %x = %a, %y = %b, %z = %c) : tensor<i32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>
    cond {
      %k = stablehlo.compare LT, %i, %c5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %k : tensor<i1>
    } do {
      %t = stablehlo.tanh %x : tensor<6x4xf32>
      %u = stablehlo.add %y, %t : tensor<6x4xf32>
      %v = stablehlo.negate %z : tensor<6x4xf32>
      %i2 = stablehlo.add %i, %c1 : tensor<i32>
      stablehlo.return %i2, %t, %u, %v : tensor<i32>, tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>
    }
    return %r#1, %r#2, %r#3 : tensor<6x4xf32>, tensor<6x4xf32>, tensor<6x4xf32>
  }
}
