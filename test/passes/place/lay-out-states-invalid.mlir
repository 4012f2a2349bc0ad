// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-place-lay-out-states
// Tests that a placement needs to know its states, and that every axis must divide something.

plait.mesh @mesh = <"data"=4>
// expected-error @below {{a placement needs to know which arguments are parameters; give --state NAME=parameter}}
plait.placement @p on @mesh {parameters = sharded over ["data"]}
func.func @main(%w: tensor<4xf32>) -> tensor<4xf32> {
  return %w : tensor<4xf32>
}

// -----
plait.mesh @mesh = <"data"=4>
// expected-error @below {{a placement that splits the batch needs to know which arguments are examples; give --state NAME=batch}}
plait.placement @p on @mesh {} roles {"data" = batch}
func.func @main(%w: tensor<4xf32> {plait.state = #plait.state<parameter>}) -> tensor<4xf32> {
  return %w : tensor<4xf32>
}

// -----
plait.mesh @mesh = <"model"=4>
// expected-error @below {{an axis must divide something of the program, got: 'model' with role features, over which nothing is split}}
plait.placement @p on @mesh {parameters = sharded over ["model"]} roles {"model" = features}
func.func @main(%w: tensor<4xf32> {plait.state = #plait.state<parameter>}) -> tensor<4xf32> {
  return %w : tensor<4xf32>
}
