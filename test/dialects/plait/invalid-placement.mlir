// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests every rule of placements and gathers.

// expected-error @below {{mesh @mesh is not defined}}
plait.placement @placement_c1 on @mesh {parameters = sharded over ["data"]}

// -----
plait.mesh @mesh = <"data"=4>
// expected-error @below {{an axis of the optimizer must be one of data, got: 'dat', did you mean 'data'?}}
plait.placement @placement_c1 on @mesh {optimizer = sharded over ["dat"]}

// -----
plait.mesh @mesh = <"data"=4>
// expected-error @below {{an axis with a role must be one of data, got: 'model'}}
plait.placement @placement_c1 on @mesh {} roles {"model" = features}

// -----
plait.mesh @mesh = <"data"=4>
// expected-error @below {{the axes of the gradients must be different, got: 'data' twice}}
plait.placement @placement_c2 on @mesh {gradients = sharded over ["data", "data"]}

// -----
plait.mesh @mesh = <"data"=4>
// expected-error @below {{an axis must have one role, got: 'data' twice}}
plait.placement @placement_c2 on @mesh {} roles {"data" = batch, "data" = ring}

// -----
plait.mesh @mesh = <"data"=4>
// expected-error @below {{only parameters may be gathered at use, got: optimizer over 'data'}}
plait.placement @placement_c2 on @mesh {optimizer = sharded_with_gather over ["data"]}

// -----
plait.mesh @mesh = <"data"=4, "model"=2>
// expected-error @below {{a gathered axis must be one that the parameters are split over, got: 'model'}}
plait.placement @placement_c2 on @mesh {parameters = sharded_with_gather over ["data"] gather ["model"]}

// -----
plait.mesh @mesh = <"data"=4>
func.func @gather_c1(%w: tensor<8x6xf32>) {
  // expected-error @below {{operand and result must differ in their sharding only, got: 'tensor<8x6xf32>' and 'tensor<6x8xf32>'}}
  %0 = plait.gather %w over @mesh["data"] window "fwd" : tensor<8x6xf32> -> tensor<6x8xf32>
  return
}

// -----
plait.mesh @mesh = <"data"=4>
func.func @gather_c1_one_encoded(%w: tensor<8x6xf32, #plait.sharding<@mesh, [{"data"}, {}]>>) {
  // expected-error @below {{operand and result must differ in their sharding only}}
  %0 = plait.gather %w over @mesh["data"] window "fwd" : tensor<8x6xf32, #plait.sharding<@mesh, [{"data"}, {}]>> -> tensor<8x6xf32>
  return
}

// -----
plait.mesh @mesh = <"data"=4>
func.func @gather_c2(%w: tensor<8x6xf32>) {
  // expected-error @below {{axis "model" is not an axis of mesh @mesh}}
  %0 = plait.gather %w over @mesh["model"] window "fwd" : tensor<8x6xf32> -> tensor<8x6xf32>
  return
}

// -----
// expected-error @below {{'plait.gradient' of argument 0 must be {location = "file:line", sharding = #plait.sharding} of a ranked tensor, got: "train.py:12"}}
func.func @gradient(%w: tensor<8x6xf32> {plait.gradient = "train.py:12"}) {
  return
}
