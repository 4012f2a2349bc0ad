// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// The product of two sums whose addends lie on two devices: (1 + 1)(1 + 1) is not 1 + 1.

plait.mesh @mesh = <"tp"=2>

func.func @one_device(
    %x: tensor<2xf32> {test.value = dense<[1.0, 1.0]> : tensor<2xf32>})
    -> (tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %p = linalg.reduce {arith.addf} ins(%x : tensor<2xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %q = arith.mulf %p, %p : tensor<f32>
  return %q : tensor<f32>
}

// CHECK: @right: result 'y' is that of one device: [4]
func.func @right(
    %x: tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"tp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "y"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %p = linalg.reduce {arith.addf} ins(%x : tensor<1xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %s = coll.all_reduce %p sum over @mesh["tp"] site <0 partition "g"> : (tensor<f32>) -> tensor<f32>
  %q = arith.mulf %s, %s : tensor<f32>
  return %q : tensor<f32>
}

// CHECK: @wrong: result 'y' differs on device 0 (tp=0) at []: got 2, one device gives 4; made by coll.all_reduce at {{.*}}:[[#@LINE+9]]
func.func @wrong(
    %x: tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"tp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "y"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  // expected-note @below {{partial over 'tp' since this op}}
  %p = linalg.reduce {arith.addf} ins(%x : tensor<1xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  // expected-error @below {{'arith.mulf' op must not multiply two values that are partial over 'tp'}}
  %q = arith.mulf %p, %p : tensor<f32>
  %s = coll.all_reduce %q sum over @mesh["tp"] site <0 partition "g"> : (tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
