// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// An all_reduce that was moved behind a choice which only the first device makes.

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

// CHECK: @wrong: result 'sum' differs on device 0 (x=0) at []: got 1, one device gives 3; made by coll.all_reduce at {{.*}}:[[#@LINE+13]]
func.func @wrong(
    %x: tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "sum"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  // expected-note @below {{partial since this op}}
  %p = linalg.reduce {arith.addf} ins(%x : tensor<1xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %one = arith.constant dense<1.0> : tensor<f32>
  %i = coll.axis_index over @mesh["x"] : index
  %c0 = arith.constant 0 : index
  %first = arith.cmpi eq, %i, %c0 : index
  // expected-error @below {{'arith.select' op must not keep one addend of a value that is partial over 'x': combine it before the choice}}
  %kept = arith.select %first, %p, %zero : tensor<f32>
  %s = coll.all_reduce %kept sum over @mesh["x"] site <0 partition "g"> : (tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
