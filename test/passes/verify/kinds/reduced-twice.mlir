// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// A gradient that is reduced again where it was whole, or scaled once per rank.

plait.mesh @mesh = <"sp"=2>

func.func @one_device(
    %x: tensor<4xf32> {test.value = dense<[1.0, 2.0, 3.0, 5.0]> : tensor<4xf32>},
    %g: tensor<4xf32> {test.value = dense<[1.0, -2.0, 4.0, 0.5]> : tensor<4xf32>})
    -> (tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %g1 = linalg.dot ins(%x, %g : tensor<4xf32>, tensor<4xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  return %g1 : tensor<f32>
}

// CHECK: @right: result 'grad' is that of one device: [11.5]
func.func @right(
    %x: tensor<2xf32> {plait.global = tensor<4xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"sp"}]>},
    %g: tensor<2xf32> {plait.global = tensor<4xf32>, plait.name = "g", plait.sharding = #plait.sharding<@mesh, [{"sp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "grad"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %p = linalg.dot ins(%x, %g : tensor<2xf32>, tensor<2xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  %s = coll.all_reduce %p sum over @mesh["sp"] site <0 partition "g"> : (tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}

// CHECK: @wrong: result 'grad' differs on device 0 (sp=0) at []: got 23, one device gives 11.5; made by coll.all_reduce at {{.*}}:[[#@LINE+9]]
func.func @wrong(
    %x: tensor<2xf32> {plait.global = tensor<4xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"sp"}]>},
    %g: tensor<2xf32> {plait.global = tensor<4xf32>, plait.name = "g", plait.sharding = #plait.sharding<@mesh, [{"sp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "grad"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %p = linalg.dot ins(%x, %g : tensor<2xf32>, tensor<2xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  %s = coll.all_reduce %p sum over @mesh["sp"] site <0 partition "g"> : (tensor<f32>) -> tensor<f32>
  // expected-error @below {{'coll.all_reduce' op result 'grad' must be the value that one device computes, got: 2 times it: summed again over 'sp'}}
  %t = coll.all_reduce %s sum over @mesh["sp"] site <1 partition "g"> : (tensor<f32>) -> tensor<f32>
  return %t : tensor<f32>
}

// A factor is a constant like any other: only numbers tell.
// CHECK: @scaled_twice: result 'grad' differs on device 0 (sp=0) at []: got 23, one device gives 11.5; made by arith.mulf at {{.*}}:[[#@LINE+9]]
func.func @scaled_twice(
    %x: tensor<2xf32> {plait.global = tensor<4xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"sp"}]>},
    %g: tensor<2xf32> {plait.global = tensor<4xf32>, plait.name = "g", plait.sharding = #plait.sharding<@mesh, [{"sp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "grad"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %p = linalg.dot ins(%x, %g : tensor<2xf32>, tensor<2xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  %s = coll.all_reduce %p sum over @mesh["sp"] site <0 partition "g"> : (tensor<f32>) -> tensor<f32>
  %two = arith.constant dense<2.0> : tensor<f32>
  %t = arith.mulf %s, %two : tensor<f32>
  return %t : tensor<f32>
}
