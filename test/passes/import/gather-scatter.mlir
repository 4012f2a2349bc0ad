// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests gather and scatter with their dimension numbers and scalar bodies.

// CHECK-LABEL: func @rows
func.func @rows(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>) -> tensor<4x5xf32> {
  // CHECK: linalgx.gather %arg0 at %arg1 <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 5]
  // CHECK-SAME: (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  %0 = "stablehlo.gather"(%d, %ix) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 5>}> : (tensor<8x5xf32>, tensor<4x1xi32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// CHECK-LABEL: func @unsigned_indices
func.func @unsigned_indices(%d: tensor<8x5xf32>, %ix: tensor<4x1xui32>) -> tensor<4x5xf32> {
  // CHECK: linalgx.gather {{.*}} sizes [1, 5] unsigned_indices
  %0 = "stablehlo.gather"(%d, %ix) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<8x5xf32>, tensor<4x1xui32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// CHECK-LABEL: func @batching_gather
func.func @batching_gather(%d: tensor<4x6xf32>, %ix: tensor<4x1xi32>) -> tensor<4x2xf32> {
  // CHECK: <offsetDims = [1], operandBatchingDims = [0], startIndicesBatchingDims = [0], startIndexMap = [1], indexVectorDim = 1> sizes [1, 2]
  %0 = "stablehlo.gather"(%d, %ix) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<4x6xf32>, tensor<4x1xi32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// CHECK-LABEL: func @scatter_add
func.func @scatter_add(%d: tensor<8x5xf32>, %ix: tensor<4x1xi32>, %u: tensor<4x5xf32>) -> tensor<8x5xf32> {
  // CHECK: linalgx.scatter ins(%arg1, %arg2 : tensor<4x1xi32>, tensor<4x5xf32>) outs(%arg0 : tensor<8x5xf32>)
  // CHECK-SAME: offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1
  // CHECK: ^bb0(%[[OLD:.*]]: f32, %[[NEW:.*]]: f32):
  // CHECK: %[[S:.*]] = arith.addf %[[OLD]], %[[NEW]]
  // CHECK: linalgx.yield %[[S]] : f32
  %0 = "stablehlo.scatter"(%d, %ix, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<8x5xf32>, tensor<4x1xi32>, tensor<4x5xf32>) -> tensor<8x5xf32>
  return %0 : tensor<8x5xf32>
}

// CHECK-LABEL: func @scatter_set_of_unique
func.func @scatter_set_of_unique(%d: tensor<8xf32>, %ix: tensor<4x1xi32>, %u: tensor<4xf32>) -> tensor<8xf32> {
  // CHECK: linalgx.scatter {{.*}} unique_indices
  // CHECK: ^bb0(%{{.*}}: f32, %[[NEW:.*]]: f32):
  // CHECK-NEXT: linalgx.yield %[[NEW]]
  %0 = "stablehlo.scatter"(%d, %ix, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8xf32>, tensor<4x1xi32>, tensor<4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func @scatter_of_two
func.func @scatter_of_two(%d: tensor<8xf32>, %e: tensor<8xi32>, %ix: tensor<4x1xi32>, %u: tensor<4xf32>, %v: tensor<4xi32>) -> (tensor<8xf32>, tensor<8xi32>) {
  // CHECK: linalgx.scatter ins(%arg2, %arg3, %arg4 : {{.*}}) outs(%arg0, %arg1 : tensor<8xf32>, tensor<8xi32>)
  // CHECK: ^bb0(%{{.*}}: f32, %{{.*}}: i32, %{{.*}}: f32, %{{.*}}: i32):
  // CHECK: linalgx.yield %{{.*}}, %{{.*}} : f32, i32
  %0:2 = "stablehlo.scatter"(%d, %e, %ix, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>, %p: tensor<f32>, %q: tensor<i32>):
    %1 = stablehlo.maximum %a, %p : tensor<f32>
    %2 = stablehlo.add %b, %q : tensor<i32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<i32>
  }) : (tensor<8xf32>, tensor<8xi32>, tensor<4x1xi32>, tensor<4xf32>, tensor<4xi32>) -> (tensor<8xf32>, tensor<8xi32>)
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xi32>
}

// CHECK-LABEL: func @torch_index_select
func.func @torch_index_select(%d: tensor<8x5xf32>, %i: tensor<3xi32>) -> tensor<3x5xf32> {
  // CHECK: linalgx.gather %arg0 at %arg1 <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 5]
  %0 = "stablehlo.torch_index_select"(%d, %i) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<8x5xf32>, tensor<3xi32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}
