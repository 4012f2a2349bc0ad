// RUN: plait-opt %s --plait-propagate-explain="params['down']" --verify-diagnostics -o /dev/null
// Tests the way from an argument that says nothing back to what was annotated: through a contraction that sums over
// both, an elementwise op and another contraction.
plait.mesh @mesh = <"data"=4, "model"=2>
func.func @main(
    %x: tensor<32x16xf32> {plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>},
    // expected-note @below {{argument 'params['up']', dimension 1 {model}: argument 'params['up']' is annotated [{},{model}]}}
    %up: tensor<16x64xf32> {plait.name = "params['up']", plait.sharding = #plait.sharding<@mesh, [{}, {"model"}]>},
    // expected-remark @below {{argument 'params['down']', tensor<64x16xf32>, is sharded [{model},{}]}}
    // expected-note @below {{dimension 1 is whole: nothing that is tied to it is split}}
    %down: tensor<64x16xf32> {plait.name = "params['down']"}) -> tensor<32x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<32x64xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<32x64xf32>) -> tensor<32x64xf32>
  // expected-note @below {{linalg.matmul, dimension 1 {model}: as dimension 1 of its operand 1, argument 'params['up']'}}
  %h = linalg.matmul ins(%x, %up : tensor<32x16xf32>, tensor<16x64xf32>) outs(%f0 : tensor<32x64xf32>) -> tensor<32x64xf32>
  // expected-note @below {{math.tanh, dimension 1 {model}: as dimension 1 of its operand 0, linalg.matmul}}
  %t = math.tanh %h : tensor<32x64xf32>
  %e1 = tensor.empty() : tensor<32x16xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<32x16xf32>) -> tensor<32x16xf32>
  // expected-note @below {{dimension 0 {model}: as dimension 1 of math.tanh: linalg.matmul reads both and sums over the dimension}}
  %y = linalg.matmul ins(%t, %down : tensor<32x64xf32>, tensor<64x16xf32>) outs(%f1 : tensor<32x16xf32>) -> tensor<32x16xf32>
  return %y : tensor<32x16xf32>
}
