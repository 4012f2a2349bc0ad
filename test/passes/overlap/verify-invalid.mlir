// RUN: plait-opt %s --plait-overlap-verify -split-input-file -verify-diagnostics
// Tests what the overlap stage must not leave behind.

plait.mesh @mesh = <"data"=2>
func.func @never_waited(%x: tensor<8xf32>, %d: tensor<8xf32>) {
  // expected-error@+1 {{must be waited for exactly once, got: 0}}
  %h = coll.all_reduce_start %x into %d sum over @mesh["data"] site <0 overlap "r"> : (tensor<8xf32>, tensor<8xf32>) -> !coll.request
  return
}

// -----

plait.mesh @mesh = <"data"=2>
func.func @waited_elsewhere(%x: tensor<8xf32>, %d: tensor<8xf32>, %c: i1) {
  // expected-error@+1 {{must be waited for in its own block}}
  %h = coll.all_reduce_start %x into %d sum over @mesh["data"] site <0 overlap "r"> : (tensor<8xf32>, tensor<8xf32>) -> !coll.request
  scf.if %c {
    %r = coll.wait %h, %x, %d : (!coll.request, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  }
  return
}

// -----

plait.mesh @mesh = <"data"=2>
func.func @destination_in_use(%x: tensor<8xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
  // expected-note@+1 {{the start}}
  %h = coll.all_reduce_start %x into %d sum over @mesh["data"] site <0 overlap "r"> : (tensor<8xf32>, tensor<8xf32>) -> !coll.request
  // expected-error@+1 {{uses the destination of a collective in flight}}
  %a = arith.addf %d, %x : tensor<8xf32>
  %r = coll.wait %h, %x, %d : (!coll.request, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
