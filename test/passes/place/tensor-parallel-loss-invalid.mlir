// RUN: plait-opt %s -verify-diagnostics --plait-place-tensor-parallel="axis=model"
// Tests that a training step with two scalars, neither of them named loss, is asked about.

plait.mesh @mesh = <"model"=2>
// expected-error@below {{one result must be the loss; name it by the option 'loss', got: 2 scalar results}}
func.func @main(%w: tensor<8xf32> {plait.alias = 0 : i64, plait.state = #plait.state<parameter>}, %a: tensor<f32>, %b: tensor<f32>)
    -> (tensor<8xf32>, tensor<f32>, tensor<f32>) {
  return %w, %a, %b : tensor<8xf32>, tensor<f32>, tensor<f32>
}
