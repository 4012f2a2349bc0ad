// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests the constraints of gather; functions are named after them.

func.func @gather_c1_count(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error@+1 {{'slice_sizes' must have one size per dimension (2), got: 1}}
  %0 = linalgx.gather %x at %ix <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1]
    : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c1_large(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error@+1 {{slice size of dimension 1 must be in [0, 5], got: 6}}
  %0 = linalgx.gather %x at %ix <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 6]
    : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c1_negative(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error@+1 {{slice size of dimension 1 must be in [0, 5], got: -1}}
  %0 = linalgx.gather %x at %ix <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, -1]
    : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c2_collapsed(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error@+1 {{a collapsed or batching dimension must have slice size 1, got: 2 for dimension 0}}
  %0 = linalgx.gather %x at %ix <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [2, 5]
    : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c2_batching(%x: tensor<4x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error@+1 {{a collapsed or batching dimension must have slice size 1, got: 2 for dimension 0}}
  %0 = linalgx.gather %x at %ix <offsetDims = [1], operandBatchingDims = [0], startIndicesBatchingDims = [0], startIndexMap = [1], indexVectorDim = 1> sizes [2, 5]
    : (tensor<4x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c3_components(%x: tensor<8x5xf32>, %ix: tensor<4x2xi32>) {
  // expected-error@+1 {{'startIndexMap' must have one entry per component of an index vector (2), got: 1}}
  %0 = linalgx.gather %x at %ix <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 5]
    : (tensor<8x5xf32>, tensor<4x2xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c3_scalar_index(%x: tensor<8x5xf32>, %ix: tensor<4xi32>) {
  // expected-error@+1 {{'startIndexMap' must have one entry per component of an index vector (1), got: 2}}
  %0 = linalgx.gather %x at %ix <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0, 1], indexVectorDim = 1> sizes [1, 5]
    : (tensor<8x5xf32>, tensor<4xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c4_vector_dim(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error@+1 {{'indexVectorDim' must be in [0, 2], got: 3}}
  %0 = linalgx.gather %x at %ix <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 3> sizes [1, 5]
    : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c4_vector_dim_negative(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error@+1 {{'indexVectorDim' must be in [0, 2], got: -1}}
  %0 = linalgx.gather %x at %ix <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = -1> sizes [1, 5]
    : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c4_offset_dims(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error@+1 {{'offsetDims' must name dimensions in [0, 2) once, got: [2]}}
  %0 = linalgx.gather %x at %ix <offsetDims = [2], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 5]
    : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c4_offset_dims_twice(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error@+1 {{'offsetDims' must name dimensions in [0, 2) once, got: [1, 1]}}
  %0 = linalgx.gather %x at %ix <offsetDims = [1, 1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 5]
    : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c4_collapsed(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error@+1 {{'collapsedSliceDims and operandBatchingDims' must name dimensions in [0, 2) once, got: [2]}}
  %0 = linalgx.gather %x at %ix <offsetDims = [1], collapsedSliceDims = [2], startIndexMap = [0], indexVectorDim = 1> sizes [1, 5]
    : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c4_collapsed_and_batching(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error@+1 {{'collapsedSliceDims and operandBatchingDims' must name dimensions in [0, 2) once, got: [0, 0]}}
  %0 = linalgx.gather %x at %ix <offsetDims = [1], collapsedSliceDims = [0], operandBatchingDims = [0], startIndicesBatchingDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 5]
    : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c4_indices_batching(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error@+1 {{'startIndicesBatchingDims' must name dimensions in [0, 2) once, got: [-1]}}
  %0 = linalgx.gather %x at %ix <offsetDims = [1], operandBatchingDims = [0], startIndicesBatchingDims = [-1], startIndexMap = [0], indexVectorDim = 1> sizes [1, 5]
    : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c4_index_map(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error@+1 {{'startIndexMap' must name dimensions in [0, 2) once, got: [2]}}
  %0 = linalgx.gather %x at %ix <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [2], indexVectorDim = 1> sizes [1, 5]
    : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c4_batching_pairs(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error@+1 {{'operandBatchingDims' and 'startIndicesBatchingDims' must be as many, got: 1 and 0}}
  %0 = linalgx.gather %x at %ix <offsetDims = [1], operandBatchingDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 5]
    : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c4_indices_type(%x: tensor<8x5xf32>, %ix: tensor<4x1xf32>) {
  // expected-error@+1 {{indices must be integers, got: 'f32'}}
  %0 = linalgx.gather %x at %ix <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 5]
    : (tensor<8x5xf32>, tensor<4x1xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c5_rank(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error@+1 {{result must have 1 window and 1 batch dimensions, got: 'tensor<4x5x1xf32>'}}
  %0 = linalgx.gather %x at %ix <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 5]
    : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5x1xf32>
  return
}

// -----

func.func @gather_c5_window(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error@+1 {{result must have 2 window and 1 batch dimensions, got: 'tensor<4x5xf32>'}}
  %0 = linalgx.gather %x at %ix <offsetDims = [1], startIndexMap = [0], indexVectorDim = 1> sizes [1, 5]
    : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @gather_c5_shape(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error@+1 {{result must be of type 'tensor<4x5xf32>', got: 'tensor<4x3xf32>'}}
  %0 = linalgx.gather %x at %ix <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 5]
    : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @gather_c5_element_type(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>) {
  // expected-error@+1 {{result must be of type 'tensor<4x5xf32>', got: 'tensor<4x5xi32>'}}
  %0 = linalgx.gather %x at %ix <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 5]
    : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xi32>
  return
}
