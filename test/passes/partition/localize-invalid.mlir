// RUN: plait-opt %s --plait-partition-localize -split-input-file -verify-diagnostics
// Tests that what cannot be done on a part of a tensor is an error, not a wrong
// program.
#x = #plait.sharding<@mesh, [{"x"}, {}]>
#r = #plait.sharding<@mesh, [{}, {}]>
plait.mesh @mesh = <"x"=4>
func.func @joined(%0: tensor<8x6xf32, #x>) -> tensor<16x6xf32, #x> {
  // expected-error @below {{the joined dimension must be whole, got: dimension 0}}
  %1 = tensor.concat dim(0) %0, %0 : (tensor<8x6xf32, #x>, tensor<8x6xf32, #x>) -> tensor<16x6xf32, #x>
  return %1 : tensor<16x6xf32, #x>
}

// -----

#x = #plait.sharding<@mesh, [{"x"}, {}]>
plait.mesh @mesh = <"x"=4>
func.func @padded(%0: tensor<8x6xf32, #x>) -> tensor<9x6xf32, #x> {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{a split dimension must not be padded, got: dimension 0}}
  %1 = tensor.pad %0 low[1, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<8x6xf32, #x> to tensor<9x6xf32, #x>
  return %1 : tensor<9x6xf32, #x>
}

// -----

#x = #plait.sharding<@mesh, [{"x"}, {}]>
plait.mesh @mesh = <"x"=4>
func.func @cut(%0: tensor<8x6xf32, #x>) -> tensor<4x6xf32, #x> {
  // expected-error @below {{a split dimension must be taken whole, got: dimension 0}}
  %1 = tensor.extract_slice %0[2, 0] [4, 6] [1, 1] : tensor<8x6xf32, #x> to tensor<4x6xf32, #x>
  return %1 : tensor<4x6xf32, #x>
}

// -----

#x = #plait.sharding<@mesh, [{"x"}, {}]>
plait.mesh @mesh = <"x"=4>
func.func @sorted(%0: tensor<8x6xf32, #x>) -> tensor<8x6xf32, #x> {
  // expected-error @below {{the sorted dimension must be whole, got: dimension 0}}
  %1 = linalgx.sort(%0) dim 0 : (tensor<8x6xf32, #x>) -> tensor<8x6xf32, #x> {
  ^bb0(%u: f32, %v: f32):
    %c = arith.cmpf olt, %u, %v : f32
    linalgx.yield %c : i1
  }
  return %1 : tensor<8x6xf32, #x>
}

// -----

#x = #plait.sharding<@mesh, [{"x"}]>
#r = #plait.sharding<@mesh, []>
plait.mesh @mesh = <"x"=4>
func.func @extracted(%0: tensor<8xf32, #x>, %i: index) -> f32 {
  // expected-error @below {{its tensor must be whole on every device}}
  %1 = tensor.extract %0[%i] : tensor<8xf32, #x>
  return %1 : f32
}

// -----

#x = #plait.sharding<@mesh, [{"x"}, {}]>
#r = #plait.sharding<@mesh, [{}, {}]>
plait.mesh @mesh = <"x"=4>
func.func @wide_slices(%t: tensor<16x8xf32, #x>, %ids: tensor<5x1xi32, #r>) -> tensor<5x2x8xf32> {
  // expected-error @below {{slices of a split dimension must be whole or one element, got: 2 of dimension 0}}
  %r = linalgx.gather %t at %ids <offsetDims = [1, 2], startIndexMap = [0], indexVectorDim = 1> sizes [2, 8]
    : (tensor<16x8xf32, #x>, tensor<5x1xi32, #r>) -> tensor<5x2x8xf32>
  return %r : tensor<5x2x8xf32>
}

// -----

#x = #plait.sharding<@mesh, [{"x"}]>
#p = #plait.sharding<@mesh, [{"x"}, {}]>
plait.mesh @mesh = <"x"=4>
func.func @strided_reshape(%0: tensor<8xf32, #x>) -> tensor<2x4xf32, #p> {
  // expected-error @below {{local shapes must hold equally many elements}}
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [2, 4] : tensor<8xf32, #x> into tensor<2x4xf32, #p>
  return %1 : tensor<2x4xf32, #p>
}
