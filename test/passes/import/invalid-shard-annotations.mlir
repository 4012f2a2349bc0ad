// RUN: plait-opt %s --plait-import-shard-annotations -split-input-file -verify-diagnostics
// Tests what of MLIR's shard dialect says nothing that Plait can hold.

// expected-error @below {{must have a shape that is known, got: ?}}
shard.grid @grid(shape = 4x?)

// -----

shard.grid @grid(shape = 4)
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{'halo_sizes' are not supported: Plait finds halos itself}}
  %s = shard.sharding @grid split_axes = [[0]] halo_sizes = [1, 1] : !shard.sharding
  %0 = shard.shard %x to %s : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %s = shard.sharding @grid split_axes = [[0]] sharded_dims_offsets = [0, 5, 8] : !shard.sharding
  // expected-error @below {{'sharded_dims_offsets' must cut dimensions into parts of ceil(size / devices), got: [0, 5, 8], where [0, 4, 8] is such}}
  %0 = shard.shard %x to %s : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %s = shard.sharding @grid split_axes = [[], [0]] : !shard.sharding
  // expected-error @below {{must have at most one list of axes per dimension, of which there are 1, got: 2}}
  %0 = shard.shard %x to %s : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{is not supported: of the shard dialect, shard.grid, shard.sharding and shard.shard are}}
  %0 = shard.all_gather %x on @grid grid_axes = [0] gather_axis = 0 : tensor<8xf32> -> tensor<16xf32>
  return %x : tensor<8xf32>
}

// -----

shard.grid @grid(shape = 2)
func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %s = shard.get_sharding %y : tensor<8xf32> -> !shard.sharding
  // expected-error @below {{must name a shard.sharding}}
  %0 = shard.shard %x to %s : tensor<8xf32>
  return %0 : tensor<8xf32>
}
