// One step of a made-up model: a product of a batch that is sharded over data with a weight whose columns are sharded
// over model, the sum of it, and a weight that is fed back.
module @jit_step {
  sdy.mesh @mesh = <["data"=4, "model"=2]>
  func.func public @main(
      %arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>, tf.aliasing_output = 0 : i32} loc("params['w']"),
      %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>} loc("x"))
      -> (tensor<8x6xf32> {jax.result_info = "result[0]['w']"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x6xf32>) -> tensor<16x6xf32> loc("train.py":10:4)
    %cst = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x6xf32>, tensor<f32>) -> tensor<f32> loc("train.py":11:4)
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<8x6xf32> loc("train.py":12:4)
    %3 = stablehlo.add %arg0, %2 : tensor<8x6xf32> loc("train.py":12:8)
    return %3, %1 : tensor<8x6xf32>, tensor<f32>
  }
}
