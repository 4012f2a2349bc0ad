// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// The same where q, k and v are slices of the device's block: shards of something, but of other rows.

plait.mesh @mesh = <"tp"=2>

func.func @one_device(
    %w: tensor<6xf32> {test.value = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>})
    -> (tensor<2xf32>,
        tensor<2xf32>,
        tensor<2xf32>) {
  %q = tensor.extract_slice %w[0] [2] [1] : tensor<6xf32> to tensor<2xf32>
  %k = tensor.extract_slice %w[2] [2] [1] : tensor<6xf32> to tensor<2xf32>
  %v = tensor.extract_slice %w[4] [2] [1] : tensor<6xf32> to tensor<2xf32>
  return %q, %k, %v : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CHECK: @right: result 'q' is that of one device: [1, 2]
// CHECK: @right: result 'k' is that of one device: [3, 4]
// CHECK: @right: result 'v' is that of one device: [5, 6]
func.func @right(
    %w: tensor<6xf32> {plait.global = tensor<6xf32>, plait.name = "w"})
    -> (tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "q", plait.sharding = #plait.sharding<@mesh, [{"tp"}]>},
        tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "k", plait.sharding = #plait.sharding<@mesh, [{"tp"}]>},
        tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "v", plait.sharding = #plait.sharding<@mesh, [{"tp"}]>}) {
  %i = coll.axis_index over @mesh["tp"] : index
  %q0 = tensor.extract_slice %w[0] [2] [1] : tensor<6xf32> to tensor<2xf32>
  %k0 = tensor.extract_slice %w[2] [2] [1] : tensor<6xf32> to tensor<2xf32>
  %v0 = tensor.extract_slice %w[4] [2] [1] : tensor<6xf32> to tensor<2xf32>
  %q = tensor.extract_slice %q0[%i] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %k = tensor.extract_slice %k0[%i] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %v = tensor.extract_slice %v0[%i] [1] [1] : tensor<2xf32> to tensor<1xf32>
  return %q, %k, %v : tensor<1xf32>, tensor<1xf32>, tensor<1xf32>
}

// CHECK: @wrong: result 'q' differs on device 1 (tp=1) at [1]: got 4, one device gives 2; made by tensor.extract_slice at {{.*}}:[[#@LINE+8]]
// CHECK: @wrong: result 'k' differs on device 0 (tp=0) at [0]: got 2, one device gives 3; made by tensor.extract_slice at {{.*}}:[[#@LINE+8]]
// CHECK: @wrong: result 'v' differs on device 0 (tp=0) at [0]: got 3, one device gives 5; made by tensor.extract_slice at {{.*}}:[[#@LINE+8]]
func.func @wrong(
    %w: tensor<3xf32> {plait.global = tensor<6xf32>, plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{"tp"}]>})
    -> (tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "q", plait.sharding = #plait.sharding<@mesh, [{"tp"}]>},
        tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "k", plait.sharding = #plait.sharding<@mesh, [{"tp"}]>},
        tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "v", plait.sharding = #plait.sharding<@mesh, [{"tp"}]>}) {
  %q = tensor.extract_slice %w[0] [1] [1] : tensor<3xf32> to tensor<1xf32>
  %k = tensor.extract_slice %w[1] [1] [1] : tensor<3xf32> to tensor<1xf32>
  %v = tensor.extract_slice %w[2] [1] [1] : tensor<3xf32> to tensor<1xf32>
  return %q, %k, %v : tensor<1xf32>, tensor<1xf32>, tensor<1xf32>
}
