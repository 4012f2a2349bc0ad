// RUN: env PLAIT_POISON=1 plait-run %s --check 2>&1 | FileCheck %s
// Tests that a branch between split booleans and between partial sums becomes a
// choice between tensors.
// CHECK: check: 3 ranks equal one device
module @m {
  sdy.mesh @mesh = <["x"=3]>
  func.func public @main(%a: tensor<7x5xf32> {tf.aliasing_output = 0 : i32, sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<7x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %x: tensor<f32>) -> (tensor<7x5xf32>, tensor<7x5xi1>, tensor<5x5xf32>) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %gt = stablehlo.compare GT, %x, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %less = stablehlo.compare LT, %a, %b, FLOAT : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xi1>
    %more = stablehlo.compare GT, %a, %b, FLOAT : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<7x5xi1>
    %aa = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0] : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<5x5xf32>
    %ab = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<7x5xf32>, tensor<7x5xf32>) -> tensor<5x5xf32>
    %r:3 = "stablehlo.if"(%gt) ({
      stablehlo.return %b, %less, %aa : tensor<7x5xf32>, tensor<7x5xi1>, tensor<5x5xf32>
    }, {
      stablehlo.return %a, %more, %ab : tensor<7x5xf32>, tensor<7x5xi1>, tensor<5x5xf32>
    }) : (tensor<i1>) -> (tensor<7x5xf32>, tensor<7x5xi1>, tensor<5x5xf32>)
    return %r#0, %r#1, %r#2 : tensor<7x5xf32>, tensor<7x5xi1>, tensor<5x5xf32>
  }
}
