// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests the constraints of the dynamic slices; functions are named after them.

func.func @dynamic_slice_c1(%x: tensor<8x6xf32>, %i: index) {
  // expected-error@+1 {{must have one start per dimension (2), got: 1}}
  %0 = linalgx.dynamic_slice %x[%i] : tensor<8x6xf32> -> tensor<1x6xf32>
  return
}

// -----

func.func @dynamic_slice_c1_many(%x: tensor<8x6xf32>, %i: index) {
  // expected-error@+1 {{must have one start per dimension (2), got: 3}}
  %0 = linalgx.dynamic_slice %x[%i, %i, %i] : tensor<8x6xf32> -> tensor<1x6xf32>
  return
}

// -----

func.func @dynamic_slice_c2_rank(%x: tensor<8x6xf32>, %i: index) {
  // expected-error@+1 {{result must fit into 'tensor<8x6xf32>', got: 'tensor<6xf32>'}}
  %0 = linalgx.dynamic_slice %x[%i, %i] : tensor<8x6xf32> -> tensor<6xf32>
  return
}

// -----

func.func @dynamic_slice_c2_type(%x: tensor<8x6xf32>, %i: index) {
  // expected-error@+1 {{result must fit into 'tensor<8x6xf32>', got: 'tensor<1x6xi32>'}}
  %0 = linalgx.dynamic_slice %x[%i, %i] : tensor<8x6xf32> -> tensor<1x6xi32>
  return
}

// -----

func.func @dynamic_slice_c2_size(%x: tensor<8x6xf32>, %i: index) {
  // expected-error@+1 {{result must fit into 'tensor<8x6xf32>', got: 'tensor<1x7xf32>'}}
  %0 = linalgx.dynamic_slice %x[%i, %i] : tensor<8x6xf32> -> tensor<1x7xf32>
  return
}

// -----

func.func @dynamic_update_slice_c1(%x: tensor<8x6xf32>, %u: tensor<1x6xf32>, %i: index) {
  // expected-error@+1 {{must have one start per dimension (2), got: 1}}
  %0 = linalgx.dynamic_update_slice %u into %x[%i] : tensor<1x6xf32> into tensor<8x6xf32>
  return
}

// -----

func.func @dynamic_update_slice_c2_rank(%x: tensor<8x6xf32>, %u: tensor<6xf32>, %i: index) {
  // expected-error@+1 {{update must fit into 'tensor<8x6xf32>', got: 'tensor<6xf32>'}}
  %0 = linalgx.dynamic_update_slice %u into %x[%i, %i] : tensor<6xf32> into tensor<8x6xf32>
  return
}

// -----

func.func @dynamic_update_slice_c2_type(%x: tensor<8x6xf32>, %u: tensor<1x6xf64>, %i: index) {
  // expected-error@+1 {{update must fit into 'tensor<8x6xf32>', got: 'tensor<1x6xf64>'}}
  %0 = linalgx.dynamic_update_slice %u into %x[%i, %i] : tensor<1x6xf64> into tensor<8x6xf32>
  return
}

// -----

func.func @dynamic_update_slice_c2_size(%x: tensor<8x6xf32>, %u: tensor<9x6xf32>, %i: index) {
  // expected-error@+1 {{update must fit into 'tensor<8x6xf32>', got: 'tensor<9x6xf32>'}}
  %0 = linalgx.dynamic_update_slice %u into %x[%i, %i] : tensor<9x6xf32> into tensor<8x6xf32>
  return
}
