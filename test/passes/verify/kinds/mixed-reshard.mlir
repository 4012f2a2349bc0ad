// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// A sum over two axes, wanted split over one and whole over the other: the second reduction is forgotten.

plait.mesh @mesh = <"x"=2, "y"=2>

func.func @one_device(
    %x: tensor<2x2x2xf32> {test.value = dense<[[[1.0, 2.0], [10.0, 20.0]], [[100.0, 200.0], [1000.0, 2000.0]]]> : tensor<2x2x2xf32>})
    -> (tensor<2xf32>) {
  %zero = arith.constant dense<0.0> : tensor<2xf32>
  %p = linalg.reduce {arith.addf} ins(%x : tensor<2x2x2xf32>) outs(%zero : tensor<2xf32>) dimensions = [0, 1]
  return %p : tensor<2xf32>
}

// CHECK: @right: result 'sum' is that of one device: [1111, 2222]
func.func @right(
    %x: tensor<1x1x2xf32> {plait.global = tensor<2x2x2xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}, {}]>})
    -> (tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "sum", plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %zero = arith.constant dense<0.0> : tensor<2xf32>
  %p = linalg.reduce {arith.addf} ins(%x : tensor<1x1x2xf32>) outs(%zero : tensor<2xf32>) dimensions = [0, 1]
  %s = coll.reduce_scatter %p sum dim 0 over @mesh["x"] site <0 partition "s"> : (tensor<2xf32>) -> tensor<1xf32>
  %t = coll.all_reduce %s sum over @mesh["y"] site <1 partition "g"> : (tensor<1xf32>) -> tensor<1xf32>
  return %t : tensor<1xf32>
}

// CHECK: @wrong: result 'sum' differs on device 0 (x=0, y=0) at [0]: got 101, one device gives 1111; made by coll.reduce_scatter at {{.*}}:[[#@LINE+8]]
func.func @wrong(
    %x: tensor<1x1x2xf32> {plait.global = tensor<2x2x2xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}, {}]>})
    -> (tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "sum", plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %zero = arith.constant dense<0.0> : tensor<2xf32>
  // expected-note @below {{partial since this op}}
  %p = linalg.reduce {arith.addf} ins(%x : tensor<1x1x2xf32>) outs(%zero : tensor<2xf32>) dimensions = [0, 1]
  // expected-error @below {{'coll.reduce_scatter' op result 'sum' must be combined over 'y', over which it is still partial (sum): each device has an addend}}
  %s = coll.reduce_scatter %p sum dim 0 over @mesh["x"] site <0 partition "s"> : (tensor<2xf32>) -> tensor<1xf32>
  return %s : tensor<1xf32>
}
