// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// The mean of one row on two devices, of which one has none: divided by its own count, 0 / 0.

#row = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
plait.mesh @mesh = <"dp"=2>

func.func @one_device(
    %x: tensor<1xf32> {test.value = dense<[7.0]> : tensor<1xf32>})
    -> (tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %s = linalg.reduce ins(%x : tensor<1xf32>) outs(%zero : tensor<f32>) dimensions = [0]
    (%v: f32, %c: f32) {
      %r = arith.addf %v, %c : f32
      linalg.yield %r : f32
    }
  return %s : tensor<f32>
}

// CHECK: @right: result 'mean' is that of one device: [7]
func.func @right(
    %x: tensor<1xf32> {plait.global = tensor<1xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "mean"}) {
  %i = coll.axis_index over @mesh["dp"] : index
  %c0 = arith.constant 0 : index
  %size = arith.constant 1 : index
  %c1 = arith.constant 1 : index
  %at = arith.muli %i, %size : index
  %rest = arith.subi %c1, %at : index
  %positive = arith.maxsi %rest, %c0 : index
  %limit = arith.minsi %positive, %size : index
  %zero = arith.constant dense<0.0> : tensor<f32>
  %p = linalg.generic {indexing_maps = [#row, #none], iterator_types = ["reduction"]} ins(%x : tensor<1xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%v: f32, %c: f32):
    %r = arith.addf %v, %c : f32
    %k = linalg.index 0 : index
    %real = arith.cmpi ult, %k, %limit : index
    %kept = arith.select %real, %r, %c : f32
    linalg.yield %kept : f32
  } -> tensor<f32>
  %s = coll.all_reduce %p sum over @mesh["dp"] site <0 partition "g"> : (tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}

// CHECK: @divides_by_own_count: result 'mean' differs on device 0 (dp=0) at []: got {{-?}}nan, one device gives 7; made by coll.all_reduce at {{.*}}:[[#@LINE+27]]
func.func @divides_by_own_count(
    %x: tensor<1xf32> {plait.global = tensor<1xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "mean"}) {
  %i = coll.axis_index over @mesh["dp"] : index
  %c0 = arith.constant 0 : index
  %size = arith.constant 1 : index
  %c1 = arith.constant 1 : index
  %at = arith.muli %i, %size : index
  %rest = arith.subi %c1, %at : index
  %positive = arith.maxsi %rest, %c0 : index
  %limit = arith.minsi %positive, %size : index
  %zero = arith.constant dense<0.0> : tensor<f32>
  // expected-note @below {{partial over 'dp' since this op}}
  %p = linalg.generic {indexing_maps = [#row, #none], iterator_types = ["reduction"]} ins(%x : tensor<1xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%v: f32, %c: f32):
    %r = arith.addf %v, %c : f32
    %k = linalg.index 0 : index
    %real = arith.cmpi ult, %k, %limit : index
    %kept = arith.select %real, %r, %c : f32
    linalg.yield %kept : f32
  } -> tensor<f32>
  %k = arith.index_cast %limit : index to i32
  %n = arith.sitofp %k : i32 to f32
  %own = tensor.from_elements %n : tensor<f32>
  // expected-error @below {{'arith.divf' op must not divide a value that is partial over 'dp' by one that differs along it: combine it first}}
  %mean = arith.divf %p, %own : tensor<f32>
  %s = coll.all_reduce %mean sum over @mesh["dp"] site <0 partition "g"> : (tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
