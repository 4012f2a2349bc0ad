// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// Shards in the order of a, c are put together in the order of c, a; or handed on as shards in that order.

plait.mesh @mesh = <"a"=2, "c"=2>

func.func @one_device(
    %x: tensor<4xf32> {test.value = dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>})
    -> (tensor<4xf32>) {
  return %x : tensor<4xf32>
}

// CHECK: @right: result 'y' is that of one device: [0, 1, 2, 3]
func.func @right(
    %x: tensor<1xf32> {plait.global = tensor<4xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"a", "c"}]>})
    -> (tensor<4xf32> {plait.global = tensor<4xf32>, plait.name = "y"}) {
  %y = coll.all_gather %x dim 0 over @mesh["a", "c"] site <0 partition "y"> : (tensor<1xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// CHECK: @gathered: result 'y' differs on device 0 (a=0, c=0) at [1]: got 2, one device gives 1; made by coll.all_gather at {{.*}}:[[#@LINE+5]]
func.func @gathered(
    %x: tensor<1xf32> {plait.global = tensor<4xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"a", "c"}]>})
    -> (tensor<4xf32> {plait.global = tensor<4xf32>, plait.name = "y"}) {
  // expected-error @below {{'coll.all_gather' op must join shards: the axes of dimension 0 must end in {c,a}, got: {a,c}}}
  %y = coll.all_gather %x dim 0 over @mesh["c", "a"] site <0 partition "y"> : (tensor<1xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// CHECK: @handed_on: result 'y' differs on device 1 (a=0, c=1) at [2]: got 1, one device gives 2
func.func @handed_on(
    %x: tensor<1xf32> {plait.global = tensor<4xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"a", "c"}]>})
    -> (tensor<1xf32> {plait.global = tensor<4xf32>, plait.name = "y", plait.sharding = #plait.sharding<@mesh, [{"c", "a"}]>}) {
  // expected-error @below {{'func.return' op result 'y' must hold {c,a} of dimension 0, got: {a,c}}}
  return %x : tensor<1xf32>
}
