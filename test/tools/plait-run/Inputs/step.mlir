module @jit_step {
  sdy.mesh @mesh = <["data"=4, "model"=2]>
  func.func public @main(%w: tensor<12x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>, tf.aliasing_output = 0 : i32} loc("params['w']"),
      %x: tensor<10x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>} loc("x"))
      -> (tensor<12x6xf32> {jax.result_info = "result[0]['w']"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<10x12xf32>, tensor<12x6xf32>) -> tensor<10x6xf32>
    %1 = stablehlo.tanh %0 : tensor<10x6xf32>
    %g = stablehlo.dot_general %x, %1, contracting_dims = [0] x [0] : (tensor<10x12xf32>, tensor<10x6xf32>) -> tensor<12x6xf32>
    %c = stablehlo.constant dense<1.000000e-01> : tensor<12x6xf32>
    %u = stablehlo.multiply %c, %g : tensor<12x6xf32>
    %n = stablehlo.subtract %w, %u : tensor<12x6xf32>
    %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %s = stablehlo.multiply %1, %1 : tensor<10x6xf32>
    %l = stablehlo.reduce(%s init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<10x6xf32>, tensor<f32>) -> tensor<f32>
    return %n, %l : tensor<12x6xf32>, tensor<f32>
  }
}
