// RUN: env PLAIT_POISON=1 plait-run %s --check 2>&1 | FileCheck %s
// Tests that a donated argument that a branch may keep is then updated in place: such a branch becomes
// a choice between tensors.
// CHECK: check: 1 ranks equal one device
module @m {
  func.func public @main(%a: tensor<8x8xf32> {tf.aliasing_output = 0 : i32} loc("a"), %b: tensor<8x8xf32> loc("b"), %x: tensor<f32> loc("x"), %k: tensor<i32> loc("k")) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %c0 = stablehlo.constant dense<0> : tensor<i32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %c3 = stablehlo.constant dense<3> : tensor<i32>
    %gt = stablehlo.compare GT, %x, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %s = stablehlo.tanh %b : tensor<8x8xf32>
    %row = stablehlo.slice %b [0:1, 0:8] : (tensor<8x8xf32>) -> tensor<1x8xf32>
    %ff = "stablehlo.if"(%gt) ({
      stablehlo.return %s : tensor<8x8xf32>
    }, {
      stablehlo.return %a : tensor<8x8xf32>
    }) : (tensor<i1>) -> tensor<8x8xf32>
    %d = stablehlo.dynamic_update_slice %ff, %row, %k, %c0 : (tensor<8x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>
    %r:2 = stablehlo.while(%i = %c0, %p = %d) : tensor<i32>, tensor<8x8xf32>
    cond {
      %kk = stablehlo.compare LT, %i, %c3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %kk : tensor<i1>
    } do {
      %i2 = stablehlo.add %i, %c1 : tensor<i32>
      %p2 = stablehlo.dynamic_update_slice %p, %row, %i, %c0 : (tensor<8x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>
      stablehlo.return %i2, %p2 : tensor<i32>, tensor<8x8xf32>
    }
    %o = stablehlo.add %a, %s : tensor<8x8xf32>
    return %r#1, %o, %ff : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
  }
}
