// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// A bias of 10 that every device adds to its part of the product, or starts its part of the sum from.

plait.mesh @mesh = <"tp"=2>

func.func @one_device(
    %x: tensor<1x2xf32> {test.value = dense<[[1.0, 2.0]]> : tensor<1x2xf32>},
    %w: tensor<2x1xf32> {test.value = dense<[[3.0], [4.0]]> : tensor<2x1xf32>},
    %b: tensor<1x1xf32> {test.value = dense<[[10.0]]> : tensor<1x1xf32>})
    -> (tensor<1x1xf32>) {
  %zero = arith.constant dense<0.0> : tensor<1x1xf32>
  %p = linalg.matmul ins(%x, %w : tensor<1x2xf32>, tensor<2x1xf32>) outs(%zero : tensor<1x1xf32>) -> tensor<1x1xf32>
  %y = arith.addf %p, %b : tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}

// CHECK: @right: result 'y' is that of one device: [21]
func.func @right(
    %x: tensor<1x1xf32> {plait.global = tensor<1x2xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<1x1xf32> {plait.global = tensor<2x1xf32>, plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{"tp"}, {}]>},
    %b: tensor<1x1xf32> {plait.global = tensor<1x1xf32>, plait.name = "b"})
    -> (tensor<1x1xf32> {plait.global = tensor<1x1xf32>, plait.name = "y"}) {
  %zero = arith.constant dense<0.0> : tensor<1x1xf32>
  %p = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x1xf32>) outs(%zero : tensor<1x1xf32>) -> tensor<1x1xf32>
  %s = coll.all_reduce %p sum over @mesh["tp"] site <0 partition "g"> : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %y = arith.addf %s, %b : tensor<1x1xf32>
  return %y : tensor<1x1xf32>
}

// CHECK: @bias_before_the_sum: result 'y' differs on device 0 (tp=0) at [0, 0]: got 31, one device gives 21; made by coll.all_reduce at {{.*}}:[[#@LINE+11]]
func.func @bias_before_the_sum(
    %x: tensor<1x1xf32> {plait.global = tensor<1x2xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<1x1xf32> {plait.global = tensor<2x1xf32>, plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{"tp"}, {}]>},
    %b: tensor<1x1xf32> {plait.global = tensor<1x1xf32>, plait.name = "b"})
    -> (tensor<1x1xf32> {plait.global = tensor<1x1xf32>, plait.name = "y"}) {
  %zero = arith.constant dense<0.0> : tensor<1x1xf32>
  // expected-note @below {{partial over 'tp' since this op}}
  %p = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x1xf32>) outs(%zero : tensor<1x1xf32>) -> tensor<1x1xf32>
  // expected-error @below {{'arith.addf' op must not add a whole value to one that is partial over 'tp': it would count 2 times; add it where the sum is whole}}
  %y = arith.addf %p, %b : tensor<1x1xf32>
  %s = coll.all_reduce %y sum over @mesh["tp"] site <0 partition "g"> : (tensor<1x1xf32>) -> tensor<1x1xf32>
  return %s : tensor<1x1xf32>
}

// CHECK: @bias_as_the_start: result 'y' differs on device 0 (tp=0) at [0, 0]: got 31, one device gives 21; made by coll.all_reduce at {{.*}}:[[#@LINE+8]]
func.func @bias_as_the_start(
    %x: tensor<1x1xf32> {plait.global = tensor<1x2xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<1x1xf32> {plait.global = tensor<2x1xf32>, plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{"tp"}, {}]>},
    %b: tensor<1x1xf32> {plait.global = tensor<1x1xf32>, plait.name = "b"})
    -> (tensor<1x1xf32> {plait.global = tensor<1x1xf32>, plait.name = "y"}) {
  // expected-error @below {{'linalg.matmul' op must start from what counts once over 'tp': every device adds its start, got: the same value on all devices}}
  %p = linalg.matmul ins(%x, %w : tensor<1x1xf32>, tensor<1x1xf32>) outs(%b : tensor<1x1xf32>) -> tensor<1x1xf32>
  %s = coll.all_reduce %p sum over @mesh["tp"] site <0 partition "g"> : (tensor<1x1xf32>) -> tensor<1x1xf32>
  return %s : tensor<1x1xf32>
}
