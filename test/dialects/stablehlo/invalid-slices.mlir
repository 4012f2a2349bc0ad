// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Rules of static and dynamic slices.

func.func @slice_c1(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op 'start_indices' must have 2 entries, got: 1}}
  %0 = stablehlo.slice %a [0:2] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @slice_c2_limit(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op range of dimension 1 must be within [0, 3] and not descend, got: 0:4}}
  %0 = stablehlo.slice %a [0:2, 0:4] : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @slice_c2_descends(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op range of dimension 1 must be within [0, 3] and not descend, got: 2:1}}
  %0 = stablehlo.slice %a [0:2, 2:1] : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @slice_c2_stride(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op 'strides' must be at least 1, got: 0}}
  %0 = stablehlo.slice %a [0:2, 0:3:0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @slice_c3(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.slice' op 'result' must be 'tensor<2x2xf32>', got: 'tensor<2x1xf32>'}}
  %0 = stablehlo.slice %a [0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @dynamic_slice_c1_indices(%a: tensor<2x3xf32>, %n: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op 'start_indices' must have 2 entries, got: 1}}
  %0 = stablehlo.dynamic_slice %a, %n, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @dynamic_slice_c1_sizes(%a: tensor<2x3xf32>, %n: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op 'slice_sizes' must have 2 entries, got: 1}}
  %0 = stablehlo.dynamic_slice %a, %n, %n, sizes = [1] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @dynamic_slice_c2(%a: tensor<2x3xf32>, %n: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op 'slice_sizes' must be within [2, 3], got: [1, 4]}}
  %0 = stablehlo.dynamic_slice %a, %n, %n, sizes = [1, 4] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
  return
}

// -----

func.func @dynamic_slice_c3(%a: tensor<2x3xf32>, %n: tensor<i32>, %n64: tensor<i64>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op 'start_indices' must have one type, got: (tensor<i32>, tensor<i64>)}}
  %0 = stablehlo.dynamic_slice %a, %n, %n64, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i32>, tensor<i64>) -> tensor<1x2xf32>
  return
}

// -----

func.func @dynamic_slice_c4(%a: tensor<2x3xf32>, %n: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_slice' op 'result' must be 'tensor<1x2xf32>', got: 'tensor<2x2xf32>'}}
  %0 = stablehlo.dynamic_slice %a, %n, %n, sizes = [1, 2] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @dynamic_update_slice_c1(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %n: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' op 'start_indices' must have 2 entries, got: 1}}
  %0 = stablehlo.dynamic_update_slice %a, %b, %n : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dynamic_update_slice_c2(%a: tensor<2x3xf32>, %n: tensor<i32>, %m: tensor<3x3xf32>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' op 'update' must fit into 'tensor<2x3xf32>', got: 'tensor<3x3xf32>'}}
  %0 = stablehlo.dynamic_update_slice %a, %m, %n, %n : (tensor<2x3xf32>, tensor<3x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dynamic_update_slice_c3(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %n: tensor<i32>, %n64: tensor<i64>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' op 'start_indices' must have one type, got: (tensor<i32>, tensor<i64>)}}
  %0 = stablehlo.dynamic_update_slice %a, %b, %n, %n64 : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dynamic_update_slice_c4(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %n: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.dynamic_update_slice' op 'result' must be 'tensor<2x3xf32>', got: 'tensor<3x3xf32>'}}
  %0 = stablehlo.dynamic_update_slice %a, %b, %n, %n : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @get_dimension_size_c1(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.get_dimension_size' op 'dimension' must be in [0, 2), got: 2}}
  %0 = stablehlo.get_dimension_size %a, dim = 2 : (tensor<2x3xf32>) -> tensor<i32>
  return
}

// -----

func.func @set_dimension_size_c1(%a: tensor<2x3xf32>, %n: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.set_dimension_size' op 'dimension' must be in [0, 2), got: -1}}
  %0 = stablehlo.set_dimension_size %a, %n, dim = -1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xf32>
  return
}
