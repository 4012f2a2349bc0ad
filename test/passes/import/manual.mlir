// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests manual computations and the collectives in them: groups of devices become axes.

// CHECK: plait.mesh @mesh = <"x"=4, "y"=2>
sdy.mesh @mesh = <["x"=4, "y"=2]>

// CHECK-LABEL: func @all_reduce
func.func @all_reduce(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: %[[M:.*]] = plait.manual(%arg0) in [<@mesh, [{"x"}, {?}]>] out [<@mesh, [{}, {?}]>] over @mesh["x"] : (tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: ^bb0(%[[L:.*]]: tensor<2x8xf32>):
  // CHECK: %[[G:.*]] = coll.all_gather %[[L]] dim 0 over @mesh["x"] site <0 user "all_gather"> : (tensor<2x8xf32>) -> tensor<8x8xf32>
  // CHECK: %[[R:.*]] = coll.all_reduce %[[G]] sum over @mesh["x"] site <0 user "all_reduce"> : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: plait.yield %[[R]]
  // CHECK: return %[[M]]
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {?}]>] out_shardings=[<@mesh, [{}, {?}]>] manual_axes={"x"} (%l: tensor<2x8xf32>) {
    %1 = "stablehlo.all_gather"(%l) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<2x8xf32>) -> tensor<8x8xf32>
    %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %3 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    sdy.return %2 : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func @reduce_scatter_over_both
func.func @reduce_scatter_over_both(%x: tensor<8x8xui32>) -> tensor<8x8xui32> {
  // Rows in the order y, x.
  // CHECK: coll.reduce_scatter %{{.*}} umax dim 0 over @mesh["y", "x"] {{.*}} : (tensor<8x8xi32>) -> tensor<1x8xi32>
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[<@mesh, [{"y", "x"}, {}]>] manual_axes={"x", "y"} (%l: tensor<8x8xui32>) {
    %1 = "stablehlo.reduce_scatter"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6, 1, 3, 5, 7]]> : tensor<1x8xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
    ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
      %3 = stablehlo.maximum %a, %b : tensor<ui32>
      stablehlo.return %3 : tensor<ui32>
    }) : (tensor<8x8xui32>) -> tensor<1x8xui32>
    sdy.return %1 : tensor<1x8xui32>
  } : (tensor<8x8xui32>) -> tensor<8x8xui32>
  return %0 : tensor<8x8xui32>
}

// CHECK-LABEL: func @half_of_an_axis
func.func @half_of_an_axis(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: coll.all_reduce %{{.*}} max over @mesh["x":(1)2]
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x"} (%l: tensor<8xf32>) {
    %1 = "stablehlo.all_reduce"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %3 = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) : (tensor<8xf32>) -> tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func @exchanges
func.func @exchanges(%x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // CHECK: coll.all_to_all %{{.*}} split 1 concat 0 over @mesh["y"] {{.*}} : (tensor<4x8xf32>) -> tensor<8x4xf32>
  // One dimension split and joined: the parts get a dimension of their own.
  // CHECK: %[[E:.*]] = tensor.expand_shape %{{.*}} output_shape [2, 4, 4]
  // CHECK: coll.all_to_all %[[E]] split 0 concat 1 over @mesh["y"] {{.*}} : (tensor<2x4x4xf32>) -> tensor<1x8x4xf32>
  // CHECK: tensor.collapse_shape {{.*}} into tensor<8x4xf32>
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"y"}, {"x"}]>] manual_axes={"x", "y"} (%l: tensor<4x8xf32>) {
    %1 = "stablehlo.all_to_all"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
    %2 = "stablehlo.all_to_all"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %3 = stablehlo.slice %2 [0:8, 0:2] : (tensor<8x4xf32>) -> tensor<8x2xf32>
    sdy.return %3 : tensor<8x2xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func @permutes
func.func @permutes(%x: tensor<8xf32>) -> tensor<8xf32> {
  // A ring over x, the same for both y.
  // CHECK: coll.permute %{{.*}} from @mesh["x"] to @mesh["x"] sources [3, 0, 1, 2] over @mesh["x"]
  // Only device 0 sends: over all axes, others get zeros.
  // CHECK: coll.permute %{{.*}} sources [-1, 0, -1, -1, -1, -1, -1, -1] over @mesh["x", "y"]
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%l: tensor<2xf32>) {
    %1 = "stablehlo.collective_permute"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [2, 4], [4, 6], [6, 0], [1, 3], [3, 5], [5, 7], [7, 1]]> : tensor<8x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
    %2 = "stablehlo.collective_permute"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
    sdy.return %2 : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func @broadcast_from_the_first
func.func @broadcast_from_the_first(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[R:.*]] = arith.constant 0 : index
  // CHECK: coll.broadcast %{{.*}} root %[[R]] over @mesh["y"]
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x", "y"} (%l: tensor<2xf32>) {
    %1 = "stablehlo.collective_broadcast"(%l) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "y">]>}> : (tensor<2xf32>) -> tensor<2xf32>
    sdy.return %1 : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func @partition_id
func.func @partition_id(%x: tensor<8xi32>) -> tensor<8xi32> {
  // CHECK: %[[I:.*]] = coll.axis_index over @mesh["x", "y"] : index
  // CHECK: %[[D:.*]] = arith.index_cast %[[I]] : index to i32
  // CHECK: arith.divui %[[D]], %{{.*}} : i32
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%l: tensor<2xi32>) {
    %1 = stablehlo.partition_id : tensor<ui32>
    %c = stablehlo.constant dense<2> : tensor<ui32>
    %2 = stablehlo.divide %1, %c : tensor<ui32>
    %3 = stablehlo.convert %2 : (tensor<ui32>) -> tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %5 = stablehlo.add %l, %4 : tensor<2xi32>
    sdy.return %5 : tensor<2xi32>
  } : (tensor<8xi32>) -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// CHECK-LABEL: func @no_manual_axis
func.func @no_manual_axis(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NOT: plait.manual
  // CHECK: arith.negf
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{?}]>] out_shardings=[<@mesh, [{?}]>] manual_axes={} (%l: tensor<8xf32>) {
    %1 = stablehlo.negate %l : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
