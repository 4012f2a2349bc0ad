// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// The sum of 256 and seven ones on eight devices: added in bfloat16, or rounded to it before it is whole.

plait.mesh @mesh = <"dp"=8>

func.func @one_device(
    %x: tensor<8xf32> {test.value = dense<[256.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<8xf32>})
    -> (tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %s = linalg.reduce {arith.addf} ins(%x : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  return %s : tensor<f32>
}

// CHECK: @right: result 'sum' is that of one device: [263]
func.func @right(
    %x: tensor<1xf32> {plait.global = tensor<8xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "sum"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %p = linalg.reduce {arith.addf} ins(%x : tensor<1xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %s = coll.all_reduce %p sum over @mesh["dp"] site <0 partition "g"> : (tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}

// CHECK: @rounded_before: result 'sum' differs on device 0 (dp=0) at []: got 264, one device gives 263; made by arith.extf at {{.*}}:[[#@LINE+8]]
func.func @rounded_before(
    %x: tensor<1xf32> {plait.global = tensor<8xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "sum"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %p = linalg.reduce {arith.addf} ins(%x : tensor<1xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %b = arith.truncf %p : tensor<f32> to tensor<bf16>
  %c = coll.all_reduce %b sum over @mesh["dp"] site <0 partition "g"> : (tensor<bf16>) -> tensor<bf16>
  %s = arith.extf %c : tensor<bf16> to tensor<f32>
  return %s : tensor<f32>
}

// The elements are exact in bfloat16: only numbers tell.
// CHECK: @added_in_bfloat16: result 'sum' differs on device 0 (dp=0) at []: got 256, one device gives 263; made by arith.extf at {{.*}}:[[#@LINE+8]]
func.func @added_in_bfloat16(
    %x: tensor<1xf32> {plait.global = tensor<8xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "sum"}) {
  %zero = arith.constant dense<0.0> : tensor<bf16>
  %b = arith.truncf %x : tensor<1xf32> to tensor<1xbf16>
  %all = coll.all_gather %b dim 0 over @mesh["dp"] site <0 partition "g"> : (tensor<1xbf16>) -> tensor<8xbf16>
  %c = linalg.reduce {arith.addf} ins(%all : tensor<8xbf16>) outs(%zero : tensor<bf16>) dimensions = [0]
  %s = arith.extf %c : tensor<bf16> to tensor<f32>
  return %s : tensor<f32>
}
