// RUN: plait-opt %s --plait-partition-verify -split-input-file -verify-diagnostics
// Tests what may not be left after partition: encodings, ops of plait, collectives in flight or without an author.

plait.mesh @mesh = <"x"=4>
func.func @encoded_result() {
  // expected-error@+1 {{must have local types after partition, got: 'tensor<8xf32, }}
  %0 = tensor.empty() : tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
  return
}

// -----

plait.mesh @mesh = <"x"=4>
// expected-error@+1 {{must have local types after partition, got: 'tensor<8xf32, }}
func.func private @encoded_declaration() -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>

// -----

plait.mesh @mesh = <"x"=4>
func.func @constraint_left(%0: tensor<8xf32>) {
  // expected-error@+1 {{'plait.constraint' op must not remain after partition}}
  %1 = plait.constraint %0 <@mesh, [{"x"}]> : tensor<8xf32>
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @started(%0: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{must not be started before the overlap stage}}
  %h = coll.all_reduce_start %0 into %0 sum over @mesh["x"] site <0 partition "a"> : (tensor<8xf32>, tensor<8xf32>) -> !coll.request
  %1 = coll.wait %h, %0, %0 : (!coll.request, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
