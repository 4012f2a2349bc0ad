// RUN: env PLAIT_POISON=1 plait-run %s --check 2>&1 | FileCheck %s
// Tests that a branch may give a strided slice: such a branch becomes
// a choice between tensors.
// CHECK: check: 1 ranks equal one device
module @m {
  func.func public @main(%a: tensor<8x5xf32> loc("a"), %b: tensor<4x5xf32> loc("b"), %x: tensor<f32> loc("x")) -> (tensor<4x5xf32>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %gt = stablehlo.compare GT, %x, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %s = stablehlo.slice %a [0:8:2, 0:5] : (tensor<8x5xf32>) -> tensor<4x5xf32>
    %ff = "stablehlo.if"(%gt) ({
      stablehlo.return %s : tensor<4x5xf32>
    }, {
      stablehlo.return %b : tensor<4x5xf32>
    }) : (tensor<i1>) -> (tensor<4x5xf32>)
    %t = stablehlo.tanh %ff : tensor<4x5xf32>
    return %t : tensor<4x5xf32>
  }
}
