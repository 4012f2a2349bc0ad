// RUN: plait-opt %s --plait-partition-localize -split-input-file -verify-diagnostics
// Tests that what is scattered along a split dimension is whole or one element.

#x = #plait.sharding<@mesh, [{"x"}, {}]>
#r = #plait.sharding<@mesh, [{}, {}]>
plait.mesh @mesh = <"x"=4>
func.func @scatter_windows(%t: tensor<16x8xf32, #x>, %ids: tensor<5x1xi32, #r>, %u: tensor<5x2x8xf32>) -> tensor<16x8xf32, #x> {
  // expected-error@+1 {{windows along a split dimension that is addressed must be one element, got: 2 of dimension 0}}
  %r = linalgx.scatter ins(%ids, %u : tensor<5x1xi32, #r>, tensor<5x2x8xf32>) outs(%t : tensor<16x8xf32, #x>) <offsetDims = [1, 2], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    linalgx.yield %new : f32
  } -> tensor<16x8xf32, #x>
  return %r : tensor<16x8xf32, #x>
}
