// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: not plait-opt %s --plait-test-beside-one-device 2>&1 | FileCheck %s
// A reduction that is a sum on the first device and a maximum on the second: they wait for each other, or for nobody.

plait.mesh @mesh = <"x"=2>

func.func @one_device(
    %x: tensor<2xf32> {test.value = dense<[1.0, 1.0]> : tensor<2xf32>})
    -> (tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %s = linalg.reduce {arith.addf} ins(%x : tensor<2xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  return %s : tensor<f32>
}

// CHECK-DAG: @right: result 'sum' is that of one device: [2]
func.func @right(
    %x: tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "sum"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %p = linalg.reduce {arith.addf} ins(%x : tensor<1xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %s = coll.all_reduce %p sum over @mesh["x"] site <0 partition "g"> : (tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}

// CHECK-DAG: {{.*}}:[[#@LINE+10]]:8: error: devices must decide alike around a collective, got: device 1 and device 0 decide differently
func.func @wrong(
    %x: tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "sum"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %p = linalg.reduce {arith.addf} ins(%x : tensor<1xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %i = coll.axis_index over @mesh["x"] : index
  %c0 = arith.constant 0 : index
  %first = arith.cmpi eq, %i, %c0 : index
  // expected-note @below {{the condition}}
  %r = scf.if %first -> tensor<f32> {
    // expected-error @below {{'coll.all_reduce' op must be reached by all members of its group: the condition around it differs along 'x'}}
    %s = coll.all_reduce %p sum over @mesh["x"] site <0 partition "g"> : (tensor<f32>) -> tensor<f32>
    scf.yield %s : tensor<f32>
  } else {
    %m = coll.all_reduce %p max over @mesh["x"] site <1 partition "g"> : (tensor<f32>) -> tensor<f32>
    scf.yield %m : tensor<f32>
  }
  return %r : tensor<f32>
}
