// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests the constraints of scatter; functions are named after them.

func.func @scatter_c1_updates(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) {
  // expected-error@+1 {{must have as many updates as inits, got: 2 and 1}}
  %0 = linalgx.scatter ins(%ix, %u, %u : tensor<4x1xi32>, tensor<4x5xf32>, tensor<4x5xf32>) outs(%x : tensor<8x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    linalgx.yield %new : f32
  } -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c1_results(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) {
  // expected-error@+1 {{results must have the inits' types, got: 'tensor<8x4xf32>' for 'tensor<8x5xf32>'}}
  %0 = linalgx.scatter ins(%ix, %u : tensor<4x1xi32>, tensor<4x5xf32>) outs(%x : tensor<8x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    linalgx.yield %new : f32
  } -> tensor<8x4xf32>
  return
}

// -----

func.func @scatter_c1_no_result(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) {
  // expected-error@+1 {{results must have the inits' types, got: }}
  linalgx.scatter ins(%ix, %u : tensor<4x1xi32>, tensor<4x5xf32>) outs(%x : tensor<8x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    linalgx.yield %new : f32
  }
  return
}

// -----

func.func @scatter_c1_buffers(%x: memref<8x5xf32>, %ix: memref<4x1xi32>, %u: memref<4x5xf32>) {
  // expected-error@+1 {{results must have the inits' types, got: 'tensor<8x5xf32>' for 'memref<8x5xf32>'}}
  %0 = linalgx.scatter ins(%ix, %u : memref<4x1xi32>, memref<4x5xf32>) outs(%x : memref<8x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    linalgx.yield %new : f32
  } -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c2_arguments(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) {
  // expected-error@+1 {{body must take old values, then updates, and yield new values, all of type 'f32', got: 'f32'}}
  %0 = linalgx.scatter ins(%ix, %u : tensor<4x1xi32>, tensor<4x5xf32>) outs(%x : tensor<8x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32):
    linalgx.yield %old : f32
  } -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c2_yield(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) {
  // expected-error@+1 {{body must take old values, then updates, and yield new values, all of type 'f32', got: 'f32', 'f32'}}
  %0 = linalgx.scatter ins(%ix, %u : tensor<4x1xi32>, tensor<4x5xf32>) outs(%x : tensor<8x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    linalgx.yield %old, %new : f32, f32
  } -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c2_type(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) {
  // expected-error@+1 {{body must take old values, then updates, and yield new values, all of type 'f32', got: 'f32', 'i32'}}
  %0 = linalgx.scatter ins(%ix, %u : tensor<4x1xi32>, tensor<4x5xf32>) outs(%x : tensor<8x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: i32):
    linalgx.yield %old : f32
  } -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c1_shapes(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>, %y: tensor<8x6xf32>) {
  // expected-error@+1 {{inits must have one shape, got: 'tensor<8x5xf32>', 'tensor<8x6xf32>'}}
  %0:2 = linalgx.scatter ins(%ix, %u, %u : tensor<4x1xi32>, tensor<4x5xf32>, tensor<4x5xf32>) outs(%x, %y : tensor<8x5xf32>, tensor<8x6xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %old1: f32, %new: f32, %new1: f32):
    linalgx.yield %new, %new1 : f32, f32
  } -> tensor<8x5xf32>, tensor<8x6xf32>
  return
}

// -----

func.func @scatter_c3_vector_dim(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) {
  // expected-error@+1 {{'indexVectorDim' must be in [0, 2], got: 3}}
  %0 = linalgx.scatter ins(%ix, %u : tensor<4x1xi32>, tensor<4x5xf32>) outs(%x : tensor<8x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 3> {
  ^bb0(%old: f32, %new: f32):
    linalgx.yield %new : f32
  } -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c3_window(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) {
  // expected-error@+1 {{'offsetDims' must name dimensions in [0, 2) once, got: [2]}}
  %0 = linalgx.scatter ins(%ix, %u : tensor<4x1xi32>, tensor<4x5xf32>) outs(%x : tensor<8x5xf32>)
    <offsetDims = [2], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    linalgx.yield %new : f32
  } -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c3_inserted(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) {
  // expected-error@+1 {{'collapsedSliceDims and operandBatchingDims' must name dimensions in [0, 2) once, got: [0, 0]}}
  %0 = linalgx.scatter ins(%ix, %u : tensor<4x1xi32>, tensor<4x5xf32>) outs(%x : tensor<8x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0, 0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    linalgx.yield %new : f32
  } -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c3_index_map(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) {
  // expected-error@+1 {{'startIndexMap' must name dimensions in [0, 2) once, got: [-1]}}
  %0 = linalgx.scatter ins(%ix, %u : tensor<4x1xi32>, tensor<4x5xf32>) outs(%x : tensor<8x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [-1], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    linalgx.yield %new : f32
  } -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c3_components(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) {
  // expected-error@+1 {{'startIndexMap' must have one entry per component of an index vector (1), got: 0}}
  %0 = linalgx.scatter ins(%ix, %u : tensor<4x1xi32>, tensor<4x5xf32>) outs(%x : tensor<8x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    linalgx.yield %new : f32
  } -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c3_batching_pairs(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) {
  // expected-error@+1 {{'operandBatchingDims' and 'startIndicesBatchingDims' must be as many, got: 0 and 1}}
  %0 = linalgx.scatter ins(%ix, %u : tensor<4x1xi32>, tensor<4x5xf32>) outs(%x : tensor<8x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndicesBatchingDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    linalgx.yield %new : f32
  } -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c3_indices_type(%x: tensor<8x5xf32>, %ix: tensor<4x1xf32>, %u: tensor<4x5xf32>) {
  // expected-error@+1 {{indices must be integers, got: 'f32'}}
  %0 = linalgx.scatter ins(%ix, %u : tensor<4x1xf32>, tensor<4x5xf32>) outs(%x : tensor<8x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    linalgx.yield %new : f32
  } -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c4_rank(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5x1xf32>) {
  // expected-error@+1 {{updates must have 1 window and 1 batch dimensions, got: 'tensor<4x5x1xf32>'}}
  %0 = linalgx.scatter ins(%ix, %u : tensor<4x1xi32>, tensor<4x5x1xf32>) outs(%x : tensor<8x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    linalgx.yield %new : f32
  } -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c4_window(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) {
  // expected-error@+1 {{updates must have 2 window and 1 batch dimensions, got: 'tensor<4x5xf32>'}}
  %0 = linalgx.scatter ins(%ix, %u : tensor<4x1xi32>, tensor<4x5xf32>) outs(%x : tensor<8x5xf32>)
    <offsetDims = [1], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    linalgx.yield %new : f32
  } -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c4_fits(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x6xf32>) {
  // expected-error@+1 {{a window must fit into the init, got: 6 > 5}}
  %0 = linalgx.scatter ins(%ix, %u : tensor<4x1xi32>, tensor<4x6xf32>) outs(%x : tensor<8x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    linalgx.yield %new : f32
  } -> tensor<8x5xf32>
  return
}

// -----

func.func @scatter_c4_batch(%x: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<3x5xf32>) {
  // expected-error@+1 {{updates must be of shape [4, 5], got: 'tensor<3x5xf32>'}}
  %0 = linalgx.scatter ins(%ix, %u : tensor<4x1xi32>, tensor<3x5xf32>) outs(%x : tensor<8x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    linalgx.yield %new : f32
  } -> tensor<8x5xf32>
  return
}
