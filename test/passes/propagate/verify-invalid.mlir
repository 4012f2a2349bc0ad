// RUN: plait-opt %s --plait-propagate-verify --split-input-file --verify-diagnostics
// Tests what may not be left after propagation.

plait.mesh @mesh = <"x"=2>
// expected-error @below {{a tensor must have a sharding after propagate, got: 'tensor<8xf32>'}}
func.func @no_sharding(%a: tensor<8xf32>) {
  return
}

// -----

plait.mesh @mesh = <"x"=2>
// expected-error @below {{a sharding must be closed after propagate, got: }}
func.func @open(%a: tensor<8xf32, #plait.sharding<@mesh, [{"x", ?}]>> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  return
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @constraint_left(%a: tensor<8xf32, #plait.sharding<@mesh, [{}]>> {plait.sharding = #plait.sharding<@mesh, [{}]>}) {
  // expected-error @below {{'plait.constraint' op may not be left after propagate}}
  %0 = plait.constraint %a <@mesh, [{"x"}]> : tensor<8xf32, #plait.sharding<@mesh, [{}]>>
  return
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @cast_left(%a: tensor<8xf32, #plait.sharding<@mesh, [{}]>> {plait.sharding = #plait.sharding<@mesh, [{}]>}) {
  // expected-error @below {{'tensor.cast' op may not be left after propagate}}
  %0 = tensor.cast %a : tensor<8xf32, #plait.sharding<@mesh, [{}]>> to tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
  return
}

// -----

plait.mesh @mesh = <"x"=2>
// expected-error @below {{argument 0 must declare its sharding, got: }}
func.func @undeclared(%a: tensor<8xf32, #plait.sharding<@mesh, [{}]>>) {
  return
}

// -----

plait.mesh @mesh = <"x"=2>
// expected-error @below {{argument 0 must declare the sharding of its type, got: }}
func.func @declared_otherwise(%a: tensor<8xf32, #plait.sharding<@mesh, [{}]>> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  return
}
