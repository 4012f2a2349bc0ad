// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// The gradient of a parameter that was gathered: each device cuts its part of its own sum, other devices' are lost.

plait.mesh @mesh = <"fsdp"=2>

func.func @one_device(
    %x: tensor<4x2xf32> {test.value = dense<[[1.0, 2.0], [3.0, 5.0], [7.0, 11.0], [13.0, 17.0]]> : tensor<4x2xf32>})
    -> (tensor<2xf32>) {
  %zero = arith.constant dense<0.0> : tensor<2xf32>
  %s = linalg.reduce {arith.addf} ins(%x : tensor<4x2xf32>) outs(%zero : tensor<2xf32>) dimensions = [0]
  return %s : tensor<2xf32>
}

// CHECK: @right: result 'grad' is that of one device: [24, 35]
func.func @right(
    %x: tensor<2x2xf32> {plait.global = tensor<4x2xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"fsdp"}, {}]>})
    -> (tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "grad", plait.sharding = #plait.sharding<@mesh, [{"fsdp"}]>}) {
  %zero = arith.constant dense<0.0> : tensor<2xf32>
  %p = linalg.reduce {arith.addf} ins(%x : tensor<2x2xf32>) outs(%zero : tensor<2xf32>) dimensions = [0]
  %s = coll.reduce_scatter %p sum dim 0 over @mesh["fsdp"] site <0 partition "s"> : (tensor<2xf32>) -> tensor<1xf32>
  return %s : tensor<1xf32>
}

// CHECK: @wrong: result 'grad' differs on device 0 (fsdp=0) at [0]: got 4, one device gives 24; made by tensor.extract_slice at {{.*}}:[[#@LINE+9]]
func.func @wrong(
    %x: tensor<2x2xf32> {plait.global = tensor<4x2xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"fsdp"}, {}]>})
    -> (tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "grad", plait.sharding = #plait.sharding<@mesh, [{"fsdp"}]>}) {
  %zero = arith.constant dense<0.0> : tensor<2xf32>
  %i = coll.axis_index over @mesh["fsdp"] : index
  // expected-note @below {{it is partial since this op}}
  %p = linalg.reduce {arith.addf} ins(%x : tensor<2x2xf32>) outs(%zero : tensor<2xf32>) dimensions = [0]
  // expected-error @below {{'tensor.extract_slice' op must cut a value that is the same along 'fsdp', got one that is partial}}
  %s = tensor.extract_slice %p[%i] [1] [1] : tensor<2xf32> to tensor<1xf32>
  return %s : tensor<1xf32>
}
