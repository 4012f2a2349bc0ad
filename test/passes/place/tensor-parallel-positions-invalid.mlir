// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-place-tensor-parallel="axis=seq role=ring"
// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-place-tensor-parallel="axis=seq role=sequence"
// Tests that positions which the axis does not divide are refused, not trained in copies.

plait.mesh @mesh = <"seq"=4>
// expected-error @below {{'seq' (4 devices) must divide the positions of an argument that is examples, dimension 1, got: x with 6, arg2 with 7}}
func.func @main(%x: tensor<2x6x8xf32> {plait.name = "x", plait.state = #plait.state<batch>}, %w: tensor<8x8xf32> {plait.state = #plait.state<parameter>},
                %m: tensor<2x7xf32> {plait.state = #plait.state<batch>}) -> tensor<2x6x8xf32> {
  return %x : tensor<2x6x8xf32>
}

// -----
plait.mesh @mesh = <"seq"=4>
// expected-error @below {{'seq' (4 devices) must divide the positions of an argument that is examples, dimension 1, got: none; give --state NAME=batch}}
func.func @main(%w: tensor<8x8xf32> {plait.state = #plait.state<parameter>}) -> tensor<8x8xf32> {
  return %w : tensor<8x8xf32>
}
