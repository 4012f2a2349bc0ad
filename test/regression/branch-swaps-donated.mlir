// RUN: env PLAIT_POISON=1 plait-run %s --check 2>&1 | FileCheck %s
// Tests that a branch that swaps two donated arguments swaps their contents: such a branch becomes
// a choice between tensors.
// CHECK: check: 1 ranks equal one device
module @m {
  func.func public @main(%a: tensor<7x5xf32> {tf.aliasing_output = 0 : i32} loc("a"), %b: tensor<7x5xf32> {tf.aliasing_output = 1 : i32} loc("b"), %x: tensor<f32> loc("x")) -> (tensor<7x5xf32>, tensor<7x5xf32>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %gt = stablehlo.compare GT, %x, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %ff:2 = "stablehlo.if"(%gt) ({
      stablehlo.return %b, %a : tensor<7x5xf32>, tensor<7x5xf32>
    }, {
      stablehlo.return %a, %b : tensor<7x5xf32>, tensor<7x5xf32>
    }) : (tensor<i1>) -> (tensor<7x5xf32>, tensor<7x5xf32>)
    return %ff#0, %ff#1 : tensor<7x5xf32>, tensor<7x5xf32>
  }
}
