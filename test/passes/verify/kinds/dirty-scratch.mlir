// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// A sum that starts from what its buffer held before.

plait.mesh @mesh = <"x"=2>

func.func @one_device(
    %x: tensor<2xf32> {test.value = dense<[1.0, 2.0]> : tensor<2xf32>})
    -> (tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %s = linalg.reduce {arith.addf} ins(%x : tensor<2xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  return %s : tensor<f32>
}

// CHECK: @right: result 'sum' is that of one device: [3]
func.func @right(
    %x: tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "sum"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %p = linalg.reduce {arith.addf} ins(%x : tensor<1xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %s = coll.all_reduce %p sum over @mesh["x"] site <0 partition "g"> : (tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}

// What nobody wrote is NaN on simulated devices, and on ranks with PLAIT_POISON=1.
// CHECK: @wrong: result 'sum' differs on device 0 (x=0) at []: got nan, one device gives 3; made by coll.all_reduce at {{.*}}:[[#@LINE+6]]
func.func @wrong(
    %x: tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "sum"}) {
  %scratch = tensor.empty() : tensor<f32>
  %p = linalg.reduce {arith.addf} ins(%x : tensor<1xf32>) outs(%scratch : tensor<f32>) dimensions = [0]
  %s = coll.all_reduce %p sum over @mesh["x"] site <0 partition "g"> : (tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
