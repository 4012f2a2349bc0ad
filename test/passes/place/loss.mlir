// RUN: plait-opt %s --plait-place-gather-parameters -split-input-file -verify-diagnostics
// RUN: not plait-opt %s --plait-place-gather-parameters="loss=value" -split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=NAMED
// Tests which result is the loss: the one with the last key 'loss', the only new scalar, or the one that is named.

// NAMED: --loss must name one result, got: 'value', which matches 0

plait.mesh @mesh = <"data"=4>
plait.placement @p on @mesh {parameters = sharded_with_gather over ["data"]}
func.func @main(%w: tensor<4xf32> {plait.state = #plait.state<parameter>}, %x: tensor<f32>)
    -> (tensor<f32> {plait.name = "out[1]['loss']"}, tensor<f32> {plait.name = "out[1]['loss_scale']"}) {
  return %x, %x : tensor<f32>, tensor<f32>
}

// -----
plait.mesh @mesh = <"data"=4>
plait.placement @p on @mesh {parameters = sharded_with_gather over ["data"]}
func.func @main(%w: tensor<4xf32> {plait.state = #plait.state<parameter>}, %x: tensor<f32>)
    -> (tensor<f32> {plait.name = "out"}, tensor<4xf32>) {
  return %x, %w : tensor<f32>, tensor<4xf32>
}

// -----
plait.mesh @mesh = <"data"=4>
plait.placement @p on @mesh {parameters = sharded_with_gather over ["data"]}
// expected-error @below {{which result is the loss must be said by --loss NAME: none has the last key 'loss', and not one is a scalar float, got: 2 scalars}}
func.func @main(%w: tensor<4xf32> {plait.state = #plait.state<parameter>}, %x: tensor<f32>)
    -> (tensor<f32> {plait.name = "value.a"}, tensor<f32> {plait.name = "b"}) {
  return %x, %x : tensor<f32>, tensor<f32>
}
