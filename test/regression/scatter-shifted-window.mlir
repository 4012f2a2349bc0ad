// RUN: plait-opt %s --plait-test-equivalence="integers tolerance=0" | FileCheck %s
// Tests a scatter whose window is as large as the dimension that its indices
// address: a start other than zero shifts the window, part of it falls outside,
// so the dimension must be whole. It counted as covered, and was refused.
// CHECK: equivalence: 2 devices
plait.mesh @mesh = <"x"=2>
func.func @main(%ix: tensor<3x1xi32>,
    %u: tensor<3x4x5xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}, {}]>},
    %x: tensor<4x5xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4x5xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) {
  %r = linalgx.scatter ins(%ix, %u : tensor<3x1xi32>, tensor<3x4x5xf32>) outs(%x : tensor<4x5xf32>)
    <offsetDims = [1, 2], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    %0 = arith.addf %old, %new : f32
    linalgx.yield %0 : f32
  } -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}
