// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// A weight that holds [q, k, v], each of which is split: cut as one block; or the first shard on every device.

plait.mesh @mesh = <"tp"=2>

func.func @one_device(
    %w: tensor<6xf32> {test.value = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>})
    -> (tensor<3x2xf32>) {
  %r = tensor.expand_shape %w [[0, 1]] output_shape [3, 2] : tensor<6xf32> into tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// CHECK: @right: result 'qkv' is that of one device: [1, 2, 3, 4, 5, 6]
func.func @right(
    %w: tensor<6xf32> {plait.global = tensor<6xf32>, plait.name = "w"})
    -> (tensor<3x1xf32> {plait.global = tensor<3x2xf32>, plait.name = "qkv", plait.sharding = #plait.sharding<@mesh, [{}, {"tp"}]>}) {
  %i = coll.axis_index over @mesh["tp"] : index
  %r = tensor.expand_shape %w [[0, 1]] output_shape [3, 2] : tensor<6xf32> into tensor<3x2xf32>
  %s = tensor.extract_slice %r[0, %i] [3, 1] [1, 1] : tensor<3x2xf32> to tensor<3x1xf32>
  return %s : tensor<3x1xf32>
}

// CHECK: @as_one_block: result 'qkv' differs on device 0 (tp=0) at [2, 0]: got 3, one device gives 5; made by tensor.expand_shape at {{.*}}:[[#@LINE+5]]
func.func @as_one_block(
    %w: tensor<3xf32> {plait.global = tensor<6xf32>, plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{"tp"}]>})
    -> (tensor<3x1xf32> {plait.global = tensor<3x2xf32>, plait.name = "qkv", plait.sharding = #plait.sharding<@mesh, [{}, {"tp"}]>}) {
  // expected-error @below {{'tensor.expand_shape' op result 'qkv' must hold {} of dimension 0, got: {tp}}}
  %r = tensor.expand_shape %w [[0, 1]] output_shape [3, 1] : tensor<3xf32> into tensor<3x1xf32>
  return %r : tensor<3x1xf32>
}

// CHECK: @first_shard_everywhere: result 'qkv' differs on device 1 (tp=1) at [0, 1]: got 1, one device gives 2; made by tensor.extract_slice at {{.*}}:[[#@LINE+6]]
func.func @first_shard_everywhere(
    %w: tensor<6xf32> {plait.global = tensor<6xf32>, plait.name = "w"})
    -> (tensor<3x1xf32> {plait.global = tensor<3x2xf32>, plait.name = "qkv", plait.sharding = #plait.sharding<@mesh, [{}, {"tp"}]>}) {
  %r = tensor.expand_shape %w [[0, 1]] output_shape [3, 2] : tensor<6xf32> into tensor<3x2xf32>
  // expected-error @below {{'tensor.extract_slice' op result 'qkv' must hold {tp} of dimension 1, got: {}, the same elements on all devices}}
  %s = tensor.extract_slice %r[0, 0] [3, 1] [1, 1] : tensor<3x2xf32> to tensor<3x1xf32>
  return %s : tensor<3x1xf32>
}
