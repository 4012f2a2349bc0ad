// RUN: env PLAIT_POISON=1 plait-run %s --check 2>&1 | FileCheck %s
// Tests that padding rows of unevenly split updates are scattered nowhere: an
// 8-bit unsigned index says 255 where a signed one says -1.
// CHECK: check: 3 ranks equal one device
module @m {
  sdy.mesh @mesh = <["x"=3]>
  func.func public @main(%a: tensor<300x1xf32> loc("a"), %i: tensor<1000xui8> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>} loc("i"), %u: tensor<1000x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("u")) -> tensor<300x1xf32> {
    %i2 = stablehlo.reshape %i : (tensor<1000xui8>) -> tensor<1000x1xui8>
    %r = "stablehlo.scatter"(%a, %i2, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %m = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<300x1xf32>, tensor<1000x1xui8>, tensor<1000x1xf32>) -> tensor<300x1xf32>
    return %r : tensor<300x1xf32>
  }
}
