// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Rules of gather and of torch_index_select.

func.func @gather_c1(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op 'index_vector_dim' must be in [0, 2], got: 3}}
  %0 = "stablehlo.gather"(%d, %ix) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 3>, slice_sizes = array<i64: 1, 5>}> : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c2(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op 'start_index_map' must have 1 entry, got: 2}}
  %0 = "stablehlo.gather"(%d, %ix) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c3(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op 'offset_dims' must be different, sorted dimensions in [0, 2), got: [2]}}
  %0 = "stablehlo.gather"(%d, %ix) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c4_range(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op 'collapsed_slice_dims' must be different, sorted dimensions in [0, 2), got: [2]}}
  %0 = "stablehlo.gather"(%d, %ix) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c4_sorted(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op 'collapsed_slice_dims' must be different, sorted dimensions in [0, 2), got: [1, 0]}}
  %0 = "stablehlo.gather"(%d, %ix) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1, 0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c4_shared(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op 'collapsed_slice_dims' and 'operand_batching_dims' must not share a dimension, got: 0}}
  %0 = "stablehlo.gather"(%d, %ix) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c5(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op 'start_index_map' must be different dimensions in [0, 2), got: [2]}}
  %0 = "stablehlo.gather"(%d, %ix) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c5_batching(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op 'start_index_map' must not contain batching dimensions, got: [0]}}
  %0 = "stablehlo.gather"(%d, %ix) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c6_vector(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op 'start_indices_batching_dims' must not contain index_vector_dim, got: 1}}
  %0 = "stablehlo.gather"(%d, %ix) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c6_count(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op 'start_indices_batching_dims' must have 1 entry, got: 0}}
  %0 = "stablehlo.gather"(%d, %ix) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c6_size(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op batching dimensions must have the same size, got: 8 (dimension 0) and 4 (index dimension 0)}}
  %0 = "stablehlo.gather"(%d, %ix) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c7_count(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op 'slice_sizes' must have 2 entries, got: 1}}
  %0 = "stablehlo.gather"(%d, %ix) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c7_size(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op 'slice_sizes' must be within [8, 5], got: [1, 6]}}
  %0 = "stablehlo.gather"(%d, %ix) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c7_collapsed(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op 'slice_sizes' must be at most 1 in the collapsed or batching dimension 0, got: 2}}
  %0 = "stablehlo.gather"(%d, %ix) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 5>}> : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c8(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op 'offset_dims' must have 1 entry, got: 2}}
  %0 = "stablehlo.gather"(%d, %ix) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c9(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error @+1 {{'stablehlo.gather' op 'result' must be 'tensor<4x4xf32>', got: 'tensor<4x5xf32>'}}
  %0 = "stablehlo.gather"(%d, %ix) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @torch_index_select_c1(%n: tensor<i32>, %d: tensor<8x5xf32>) {
  // expected-error @+1 {{'stablehlo.torch_index_select' op 'dim' must be in [0, 2), got: 2}}
  %0 = "stablehlo.torch_index_select"(%d, %n) <{batch_dims = 0 : i64, dim = 2 : i64}> : (tensor<8x5xf32>, tensor<i32>) -> tensor<5xf32>
  return
}

// -----

func.func @torch_index_select_c2(%n: tensor<i32>, %d: tensor<8x5xf32>) {
  // expected-error @+1 {{'stablehlo.torch_index_select' op 'batch_dims' must be in [0, 0], got: 1}}
  %0 = "stablehlo.torch_index_select"(%d, %n) <{batch_dims = 1 : i64, dim = 1 : i64}> : (tensor<8x5xf32>, tensor<i32>) -> tensor<5xf32>
  return
}

// -----

func.func @torch_index_select_c3(%n: tensor<i32>, %d: tensor<8x5xf32>) {
  // expected-error @+1 {{'stablehlo.torch_index_select' op 'result' must be 'tensor<5xf32>', got: 'tensor<8xf32>'}}
  %0 = "stablehlo.torch_index_select"(%d, %n) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<8x5xf32>, tensor<i32>) -> tensor<8xf32>
  return
}
