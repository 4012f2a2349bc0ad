// A counted loop of five trips: each multiplies by a weight whose rows are sharded, so that each needs a sum.
module @jit_loop {
  sdy.mesh @mesh = <["model"=4]>
  func.func public @main(
      %arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>} loc("x"),
      %arg1: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>} loc("w"))
      -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%i = %zero, %x = %arg0) : tensor<i32>, tensor<8x16xf32>
    cond {
      %trips = stablehlo.constant dense<5> : tensor<i32>
      %more = stablehlo.compare LT, %i, %trips, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %y = stablehlo.dot_general %x, %arg1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32> loc("loop.py":7:2)
      stablehlo.return %next, %y : tensor<i32>, tensor<8x16xf32>
    }
    return %0#1 : tensor<8x16xf32>
  }
}
