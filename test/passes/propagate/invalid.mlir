// RUN: plait-opt %s --plait-propagate --split-input-file --verify-diagnostics
// Tests annotations that cannot hold together: one located error each.
plait.mesh @mesh = <"x"=2>
func.func @alias_disagrees(%a: tensor<8x6xf32> {plait.alias = 0 : i64, plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}) {
  // expected-error @below {{a result must be sharded as the argument that it replaces (result 0), got: [{x},{}] and [{},{x}]}}
  return %a : tensor<8x6xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @alias_of_another_shape(%a: tensor<8x6xf32> {plait.alias = 0 : i64}, %b: tensor<6xf32>) -> tensor<6xf32> {
  // expected-error @below {{a result must have the shape of the argument it replaces, got: 'tensor<6xf32>'}}
  return %b : tensor<6xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @group_of_two_shapes(%a: tensor<8x6xf32>, %b: tensor<6xf32>) {
  plait.group %a id 1 : tensor<8x6xf32>
  // expected-error @below {{members of a group must have one shape, got: }}
  plait.group %b id 1 : tensor<6xf32>
  return
}

// -----

// expected-note @below {{the other mesh}}
plait.mesh @one = <"x"=2>
plait.mesh @two = <"x"=4>
// expected-error @below {{all shardings must name one mesh, got: "two" and "one"}}
func.func @two_meshes(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@one, [{"x"}]>},
                      %b: tensor<8xf32> {plait.sharding = #plait.sharding<@two, [{"x"}]>}) {
  return
}

// -----

// expected-error @below {{a program without shardings must have one mesh, got: 2}}
module {
  plait.mesh @one = <"x"=2>
  plait.mesh @two = <"x"=4>
  func.func @main(%a: tensor<8xf32>) {
    return
  }
}

// -----

plait.mesh @mesh = <"x"=2>
// expected-error @below {{shapes must be static, got: 'tensor<?xf32>'}}
func.func @dynamic(%a: tensor<?xf32>) {
  return
}

// -----

plait.mesh @mesh = <"x"=2>
func.func private @callee(tensor<8xf32>)
func.func @call(%a: tensor<8xf32>) {
  // expected-error @below {{'func.call' op must be inlined before propagate, got: a call}}
  func.call @callee(%a) : (tensor<8xf32>) -> ()
  return
}

// -----

plait.mesh @mesh = <"x"=2>
// expected-error @below {{a function must have one block, got: 2}}
func.func @two_blocks(%a: tensor<8xf32>) {
  cf.br ^bb1
^bb1:
  return
}
