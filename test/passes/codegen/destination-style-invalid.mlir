// RUN: plait-opt %s --plait-codegen-cpu-destination-style -split-input-file -verify-diagnostics
// Tests that a flight ends at one wait.

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @no_wait(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{must be ended by one wait, got 0 uses of its request}}
  %h = coll.all_reduce_start %x into %x sum over @mesh["data"] site <0 partition ""> : (tensor<8x4xf32>, tensor<8x4xf32>) -> !coll.request
  return
}

// -----

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @two_waits(%x: tensor<8x4xf32>) {
  // expected-error@+1 {{must be ended by one wait, got 2 uses of its request}}
  %h = coll.all_reduce_start %x into %x sum over @mesh["data"] site <0 partition ""> : (tensor<8x4xf32>, tensor<8x4xf32>) -> !coll.request
  %0 = coll.wait %h, %x, %x : (!coll.request, tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = coll.wait %h, %x, %x : (!coll.request, tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}
