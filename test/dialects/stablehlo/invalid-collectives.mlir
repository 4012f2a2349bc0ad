// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Rules of ops between devices.

func.func @all_reduce_c1_twice(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op 'replica_groups' must be rows of different devices, -1 at a row's end, got: 0 in row 0}}
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @all_reduce_c1_fill(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op 'replica_groups' must be rows of different devices, -1 at a row's end, got: 0 in row 0}}
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[-1, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @all_reduce_c1_rank(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op 'replica_groups' must have rank 2, got: 'tensor<2xi64>'}}
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[0, 1]> : tensor<2xi64>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @all_reduce_c2(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op 'use_global_device_ids' must come with a positive channel handle, got: 0}}
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @all_reduce_c3(%a: tensor<2x3xf32>, %n: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op 'computation' must return (tensor<f32>), got: (tensor<i32>)}}
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    stablehlo.return %n : tensor<i32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @all_reduce_c4(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.all_reduce' op 'results' must be (tensor<2x3xf32>), got: (tensor<3x3xf32>)}}
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @all_gather_c1(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op 'replica_groups' must be rows of different devices, -1 at a row's end, got: -2 in row 0}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @all_gather_c2(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op 'use_global_device_ids' must come with a positive channel handle, got: 0}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @all_gather_c3(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op 'all_gather_dim' must be in [0, 2), got: 2}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @all_gather_c4(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.all_gather' op 'results' must be (tensor<4x3xf32>), got: (tensor<2x3xf32>)}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @reduce_scatter_c3(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' op 'scatter_dimension' must be in [0, 2), got: -1}}
  %0 = "stablehlo.reduce_scatter"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = -1 : i64}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<1x3xf32>
  return
}

// -----

func.func @reduce_scatter_c4(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' op 'computation' must take (tensor<f32>, tensor<f32>), got: (tensor<f32>)}}
  %0 = "stablehlo.reduce_scatter"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%x0: tensor<f32>):
    stablehlo.return %x0 : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<1x3xf32>
  return
}

// -----

func.func @reduce_scatter_c5_divides(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' op the group size must divide dimension 1 (3), got: 2}}
  %0 = "stablehlo.reduce_scatter"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @reduce_scatter_c5_result(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.reduce_scatter' op 'results' must be (tensor<1x3xf32>), got: (tensor<2x3xf32>)}}
  %0 = "stablehlo.reduce_scatter"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @all_to_all_c2(%u: tensor<4x5xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op 'concat_dimension' must be in [0, 2), got: 2}}
  %0 = "stablehlo.all_to_all"(%u) <{concat_dimension = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x5xf32>) -> tensor<2x10xf32>
  return
}

// -----

func.func @all_to_all_c3(%u: tensor<4x5xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op 'split_count' must divide dimension 1 (5), got: 2}}
  %0 = "stablehlo.all_to_all"(%u) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<4x5xf32>) -> tensor<2x10xf32>
  return
}

// -----

func.func @all_to_all_c3_zero(%u: tensor<4x5xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op 'split_count' must be at least 1, got: 0}}
  %0 = "stablehlo.all_to_all"(%u) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 0 : i64, split_dimension = 1 : i64}> : (tensor<4x5xf32>) -> tensor<2x10xf32>
  return
}

// -----

func.func @all_to_all_c4(%u: tensor<4x5xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op 'split_count' must be the size of the groups (2), got: 4}}
  %0 = "stablehlo.all_to_all"(%u) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 4 : i64, split_dimension = 0 : i64}> : (tensor<4x5xf32>) -> tensor<1x20xf32>
  return
}

// -----

func.func @all_to_all_c5(%u: tensor<4x5xf32>) {
  // expected-error @+1 {{'stablehlo.all_to_all' op 'results' must be (tensor<2x10xf32>), got: (tensor<4x10xf32>)}}
  %0 = "stablehlo.all_to_all"(%u) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x5xf32>) -> tensor<4x10xf32>
  return
}

// -----

func.func @collective_permute_c1_shape(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.collective_permute' op 'source_target_pairs' must have the shape Nx2, got: 'tensor<2x3xi64>'}}
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<0> : tensor<2x3xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_permute_c1_negative(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.collective_permute' op 'source_target_pairs' must have different targets from 0, got: -1}}
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_permute_c1_twice(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.collective_permute' op 'source_target_pairs' must have different sources from 0, got: 0 twice}}
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @collective_broadcast_c1(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.collective_broadcast' op 'replica_groups' must be rows of different devices, -1 at a row's end, got: 3 in row 0}}
  %0 = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<[[3, 3]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @cross_replica_sum_c1(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.cross-replica-sum' op 'replica_groups' must be rows of different devices, -1 at a row's end, got: 3 in row 0}}
  %0 = "stablehlo.cross-replica-sum"(%a) <{replica_groups = dense<[[3, 3]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @partition_id_type() {
  // expected-error @+1 {{'stablehlo.partition_id' op result #0 must be 0D tensor of 32-bit unsigned integer values, but got 'tensor<i32>'}}
  %0 = stablehlo.partition_id : tensor<i32>
  return
}

// -----

func.func @async_start_c1(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.async_start' op 'body' must return (tensor<4x3xf32>), got: (tensor<2x3xf32>)}}
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%l: tensor<2x3xf32>):
    stablehlo.return %l : tensor<2x3xf32>
  }) : (tensor<2x3xf32>) -> !stablehlo.future<tensor<4x3xf32>>
  return
}

// -----

func.func @async_done_c1(%fu: !stablehlo.future<tensor<4x3xf32>>) {
  // expected-error @+1 {{'stablehlo.async_done' op 'results' must be (tensor<4x3xf32>), got: (tensor<2x3xf32>)}}
  %0 = "stablehlo.async_done"(%fu) : (!stablehlo.future<tensor<4x3xf32>>) -> tensor<2x3xf32>
  return
}
