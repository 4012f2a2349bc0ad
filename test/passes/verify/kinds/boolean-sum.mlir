// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// Whether any element is true: booleans whose parts are added modulo 2.

plait.mesh @mesh = <"dp"=2>

func.func @one_device(
    %x: tensor<2xi1> {test.value = dense<[true, true]> : tensor<2xi1>})
    -> (tensor<i1>) {
  %zero = arith.constant dense<false> : tensor<i1>
  %s = linalg.reduce {arith.ori} ins(%x : tensor<2xi1>) outs(%zero : tensor<i1>) dimensions = [0]
  return %s : tensor<i1>
}

// CHECK: @right: result 'any' is that of one device: [true]
func.func @right(
    %x: tensor<1xi1> {plait.global = tensor<2xi1>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<i1> {plait.global = tensor<i1>, plait.name = "any"}) {
  %zero = arith.constant dense<false> : tensor<i1>
  %p = linalg.reduce {arith.ori} ins(%x : tensor<1xi1>) outs(%zero : tensor<i1>) dimensions = [0]
  %s = coll.all_reduce %p or over @mesh["dp"] site <0 partition "g"> : (tensor<i1>) -> tensor<i1>
  return %s : tensor<i1>
}

// CHECK: @wrong: result 'any' differs on device 0 (dp=0) at []: got false, one device gives true; made by coll.all_reduce at {{.*}}:[[#@LINE+8]]
func.func @wrong(
    %x: tensor<1xi1> {plait.global = tensor<2xi1>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<i1> {plait.global = tensor<i1>, plait.name = "any"}) {
  %zero = arith.constant dense<false> : tensor<i1>
  // expected-note @below {{partial since this op}}
  %p = linalg.reduce {arith.ori} ins(%x : tensor<1xi1>) outs(%zero : tensor<i1>) dimensions = [0]
  // expected-error @below {{'coll.all_reduce' op must combine a value that is partial over 'dp' by or, got: xor}}
  %s = coll.all_reduce %p xor over @mesh["dp"] site <0 partition "g"> : (tensor<i1>) -> tensor<i1>
  return %s : tensor<i1>
}
