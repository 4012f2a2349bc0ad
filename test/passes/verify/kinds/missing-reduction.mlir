// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// The gradient of a norm's weight, that all devices hold, under sequence sharding: each sums over its own tokens, and
// nobody over all of them.

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

// CHECK: @wrong: result 'grad' differs on device 0 (sp=0) at []: got -3, one device gives 11.5; made by linalg.dot at {{.*}}:[[#@LINE+7]]
func.func @wrong(
    %x: tensor<2xf32> {plait.global = tensor<4xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"sp"}]>},
    %g: tensor<2xf32> {plait.global = tensor<4xf32>, plait.name = "g", plait.sharding = #plait.sharding<@mesh, [{"sp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "grad"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  // expected-error @below {{'linalg.dot' op result 'grad' must be combined over 'sp', over which it is still partial (sum): each device has an addend}}
  %p = linalg.dot ins(%x, %g : tensor<2xf32>, tensor<2xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
  return %p : tensor<f32>
}
