// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// The sum of 120 and 100, which an i8 does not hold, on two devices.

plait.mesh @mesh = <"dp"=2>

func.func @one_device(
    %x: tensor<2xi8> {test.value = dense<[120, 100]> : tensor<2xi8>})
    -> (tensor<i32>) {
  %zero = arith.constant dense<0> : tensor<i32>
  %w = arith.extsi %x : tensor<2xi8> to tensor<2xi32>
  %s = linalg.reduce {arith.addi} ins(%w : tensor<2xi32>) outs(%zero : tensor<i32>) dimensions = [0]
  return %s : tensor<i32>
}

// CHECK: @right: result 'sum' is that of one device: [220]
func.func @right(
    %x: tensor<1xi8> {plait.global = tensor<2xi8>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<i32> {plait.global = tensor<i32>, plait.name = "sum"}) {
  %zero = arith.constant dense<0> : tensor<i32>
  %w = arith.extsi %x : tensor<1xi8> to tensor<1xi32>
  %p = linalg.reduce {arith.addi} ins(%w : tensor<1xi32>) outs(%zero : tensor<i32>) dimensions = [0]
  %s = coll.all_reduce %p sum over @mesh["dp"] site <0 partition "g"> : (tensor<i32>) -> tensor<i32>
  return %s : tensor<i32>
}

// CHECK: @narrowed_before: result 'sum' differs on device 0 (dp=0) at []: got -36, one device gives 220; made by arith.extsi at {{.*}}:[[#@LINE+11]]
func.func @narrowed_before(
    %x: tensor<1xi8> {plait.global = tensor<2xi8>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<i32> {plait.global = tensor<i32>, plait.name = "sum"}) {
  %zero = arith.constant dense<0> : tensor<i32>
  %w = arith.extsi %x : tensor<1xi8> to tensor<1xi32>
  // expected-note @below {{partial over 'dp' since this op}}
  %p = linalg.reduce {arith.addi} ins(%w : tensor<1xi32>) outs(%zero : tensor<i32>) dimensions = [0]
  // expected-error @below {{'arith.trunci' op must not use a value that is partial over 'dp' before it is combined: the op is not linear in it}}
  %b = arith.trunci %p : tensor<i32> to tensor<i8>
  %c = coll.all_reduce %b sum over @mesh["dp"] site <0 partition "g"> : (tensor<i8>) -> tensor<i8>
  %s = arith.extsi %c : tensor<i8> to tensor<i32>
  return %s : tensor<i32>
}

// A sum in i8 is a sum: only numbers tell.
// CHECK: @added_in_i8: result 'sum' differs on device 0 (dp=0) at []: got -36, one device gives 220; made by arith.extsi at {{.*}}:[[#@LINE+7]]
func.func @added_in_i8(
    %x: tensor<1xi8> {plait.global = tensor<2xi8>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<i32> {plait.global = tensor<i32>, plait.name = "sum"}) {
  %zero = arith.constant dense<0> : tensor<i8>
  %p = linalg.reduce {arith.addi} ins(%x : tensor<1xi8>) outs(%zero : tensor<i8>) dimensions = [0]
  %c = coll.all_reduce %p sum over @mesh["dp"] site <0 partition "g"> : (tensor<i8>) -> tensor<i8>
  %s = arith.extsi %c : tensor<i8> to tensor<i32>
  return %s : tensor<i32>
}
