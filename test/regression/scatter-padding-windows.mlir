// RUN: env PLAIT_POISON=1 plait-run %s --check 2>&1 | FileCheck %s
// Tests that padding rows of unevenly split updates are scattered nowhere with
// windows of several elements too: -1 is nowhere, but a window that starts there
// covers row 0.
// CHECK: check: 3 ranks equal one device
module @m {
  sdy.mesh @mesh = <["x"=3]>
  func.func public @main(%a: tensor<30x2xf32>, %i: tensor<10x1xi8> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %u: tensor<10x3x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> tensor<30x2xf32> {
    %r = "stablehlo.scatter"(%a, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %m = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<30x2xf32>, tensor<10x1xi8>, tensor<10x3x2xf32>) -> tensor<30x2xf32>
    return %r : tensor<30x2xf32>
  }
}
