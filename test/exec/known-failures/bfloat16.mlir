// RUN: plait-opt %s --plait-import --plait-place --plait-test-equivalence=tolerance=0.02 | FileCheck %s
// Tests row 10: a sum of bfloat16 products over shards that is converted to f32 afterwards: it is combined once, in
// bfloat16, as the program says (2 x 3/4 of 128 bytes).
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: all_reduce x1 (192 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<64x8xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x64xbf16>, tensor<64x8xbf16>) -> tensor<8x8xbf16>
  %1 = stablehlo.convert %0 : (tensor<8x8xbf16>) -> tensor<8x8xf32>
  %r = stablehlo.exponential %1 : tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
