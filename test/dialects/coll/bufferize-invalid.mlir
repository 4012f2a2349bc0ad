// RUN: plait-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" -split-input-file -verify-diagnostics
// Tests which collectives cannot work on buffers.

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @no_destination(%x: tensor<8x4xf32>) {
  // expected-error@+2 {{must have a destination before bufferization, got: none}}
  // expected-error@+1 {{failed to bufferize op}}
  %0 = coll.all_reduce %x sum over @mesh["data"] site <0 partition ""> : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

plait.mesh @mesh = <"data"=4, "model"=2>
func.func @gaps(%x: tensor<8x4xf32>, %y: tensor<8x6xf32> {bufferization.writable = true}) -> tensor<8x6xf32> {
  %d = tensor.extract_slice %y[0, 0] [8, 4] [1, 1] : tensor<8x6xf32> to tensor<8x4xf32>
  // expected-error@+2 {{must have a contiguous destination of its own}}
  // expected-error@+1 {{failed to bufferize op}}
  %h = coll.all_reduce_start %x into %d sum over @mesh["data"] site <0 partition ""> : (tensor<8x4xf32>, tensor<8x4xf32>) -> !coll.request
  %r = coll.wait %h, %x, %d : (!coll.request, tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %v = tensor.insert_slice %r into %y[0, 0] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x6xf32>
  return %v : tensor<8x6xf32>
}
