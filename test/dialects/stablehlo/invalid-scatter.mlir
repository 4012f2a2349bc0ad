// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Rules of scatter.

func.func @scatter_c1(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op must have inputs, indices, and one update per input, got: 4 operands}}
  %0 = "stablehlo.scatter"(%d, %ix, %u, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<8x5xf32>, tensor<4x1xi32>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c2(%a: tensor<2x3xf32>, %d: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op 'inputs' must have the shape [8, 5], got: 'tensor<2x3xf32>'}}
  %0:2 = "stablehlo.scatter"(%d, %a, %ix, %u, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<8x5xf32>, tensor<2x3xf32>, tensor<4x1xi32>, tensor<4x5xf32>, tensor<4x5xf32>) -> (tensor<8x5xf32>, tensor<2x3xf32>)
  return
}

// -----

func.func @scatter_c2_element(%i: tensor<2x3xi32>, %d: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error @+1 {{'stablehlo.scatter' op 'updates' must have the element type of the input ('f32'), got: 'tensor<2x3xi32>'}}
  %0 = "stablehlo.scatter"(%d, %ix, %i) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<8x5xf32>, tensor<4x1xi32>, tensor<2x3xi32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c3(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op 'index_vector_dim' must be in [0, 2], got: 3}}
  %0 = "stablehlo.scatter"(%d, %ix, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 3>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<8x5xf32>, tensor<4x1xi32>, tensor<4x5xf32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c4(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op 'scatter_dims_to_operand_dims' must have 1 entry, got: 2}}
  %0 = "stablehlo.scatter"(%d, %ix, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<8x5xf32>, tensor<4x1xi32>, tensor<4x5xf32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c5(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op 'update_window_dims' must be different, sorted dimensions in [0, 2), got: [2]}}
  %0 = "stablehlo.scatter"(%d, %ix, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<8x5xf32>, tensor<4x1xi32>, tensor<4x5xf32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c6(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op 'inserted_window_dims' must be different, sorted dimensions in [0, 2), got: [2]}}
  %0 = "stablehlo.scatter"(%d, %ix, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<8x5xf32>, tensor<4x1xi32>, tensor<4x5xf32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c7(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op batching dimensions must have the same size, got: 8 (dimension 0) and 4 (index dimension 0)}}
  %0 = "stablehlo.scatter"(%d, %ix, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<8x5xf32>, tensor<4x1xi32>, tensor<4x5xf32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c8(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op 'update_window_dims' must have 1 entry, got: 2}}
  %0 = "stablehlo.scatter"(%d, %ix, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<8x5xf32>, tensor<4x1xi32>, tensor<4x5xf32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c9_rank(%r: tensor<2x4x5xf32>, %d: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error @+1 {{'stablehlo.scatter' op 'updates' must have rank 2, got: 'tensor<2x4x5xf32>'}}
  %0 = "stablehlo.scatter"(%d, %ix, %r) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<8x5xf32>, tensor<4x1xi32>, tensor<2x4x5xf32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c9_window(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %e: tensor<4x6xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op 'updates' must have a shape within [4, 5], got: [4, 6]}}
  %0 = "stablehlo.scatter"(%d, %ix, %e) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<8x5xf32>, tensor<4x1xi32>, tensor<4x6xf32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c10(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op 'update_computation' must take (tensor<f32>, tensor<f32>), got: (tensor<f32>)}}
  %0 = "stablehlo.scatter"(%d, %ix, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x0: tensor<f32>):
    stablehlo.return %x0 : tensor<f32>
  }) : (tensor<8x5xf32>, tensor<4x1xi32>, tensor<4x5xf32>) -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c11(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) {
  // expected-error @+1 {{'stablehlo.scatter' op 'results' must be (tensor<8x5xf32>), got: (tensor<4x5xf32>)}}
  %0 = "stablehlo.scatter"(%d, %ix, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<8x5xf32>, tensor<4x1xi32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}
