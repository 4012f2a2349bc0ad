// RUN: plait-opt %s --plait-import --plait-place --plait-test-equivalence="integers tolerance=0" | FileCheck %s
// Tests a manual region whose operand is made as the region needs it, by an op
// that propagation had laid out otherwise: the region was given the old layout.
// CHECK: equivalence: 3 devices
sdy.mesh @mesh = <["y"=3]>
func.func public @main(%x: tensor<2x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<2x2x12xf32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<2x12xf32>) -> tensor<2x2x12xf32>
  %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{}, {}, {"y"}]>] out_shardings=[<@mesh, [{}, {}, {"y"}]>] manual_axes={"y"} (%l: tensor<2x2x4xf32>) {
    %2 = stablehlo.negate %l : tensor<2x2x4xf32>
    sdy.return %2 : tensor<2x2x4xf32>
  } : (tensor<2x2x12xf32>) -> tensor<2x2x12xf32>
  return %1 : tensor<2x2x12xf32>
}
