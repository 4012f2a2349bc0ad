// RUN: env PLAIT_POISON=1 plait-run %s --check 2>&1 | FileCheck %s
// Tests that a donated argument may be the start of two values of a while loop:
// one is carried in its buffer, the other in a copy.
// CHECK: check: 1 ranks equal one device
module @m {
  func.func public @main(%a: tensor<6x4xf32> {tf.aliasing_output = 0 : i32} loc("a"), %n: tensor<i32> loc("n")) -> (tensor<6x4xf32>, tensor<6x4xf32>) {
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %c5 = stablehlo.constant dense<5> : tensor<i32>
    %r:3 = stablehlo.while(%i = %c0, %x = %a, %y = %a) : tensor<i32>, tensor<6x4xf32>, tensor<6x4xf32>
    cond {
      %k = stablehlo.compare LT, %i, %c5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %k2 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %k3 = stablehlo.and %k, %k2 : tensor<i1>
      stablehlo.return %k3 : tensor<i1>
    } do {
      %t = stablehlo.tanh %x : tensor<6x4xf32>
      %i2 = stablehlo.add %i, %c1 : tensor<i32>
      stablehlo.return %i2, %t, %x : tensor<i32>, tensor<6x4xf32>, tensor<6x4xf32>
    }
    return %r#1, %r#2 : tensor<6x4xf32>, tensor<6x4xf32>
  }
}
