module @jit_momentum {
  sdy.mesh @mesh = <["data"=2, "model"=3]>
  func.func public @main(%w: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>, tf.aliasing_output = 0 : i32} loc("w"),
      %m: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>, tf.aliasing_output = 1 : i32} loc("m"),
      %x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>} loc("x"))
      -> (tensor<6xf32> {jax.result_info = "result['w']"}, tensor<6xf32> {jax.result_info = "result['m']"}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %half = stablehlo.constant dense<0.5> : tensor<6xf32>
    %rate = stablehlo.constant dense<0.25> : tensor<6xf32>
    %g = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<6xf32>
    %0 = stablehlo.multiply %m, %half : tensor<6xf32>
    %1 = stablehlo.add %0, %g : tensor<6xf32>
    %2 = stablehlo.multiply %1, %rate : tensor<6xf32>
    %3 = stablehlo.subtract %w, %2 : tensor<6xf32>
    return %3, %1 : tensor<6xf32>, tensor<6xf32>
  }
}
