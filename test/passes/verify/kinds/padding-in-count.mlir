// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// How many tokens there are, on two devices that have three of them.

#row = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
plait.mesh @mesh = <"dp"=2>

func.func @one_device(
    %x: tensor<3xf32> {test.value = dense<[-3.0, -1.0, -2.0]> : tensor<3xf32>})
    -> (tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %ones = arith.constant dense<1.0> : tensor<3xf32>
  %s = linalg.reduce ins(%ones : tensor<3xf32>) outs(%zero : tensor<f32>) dimensions = [0]
    (%v: f32, %c: f32) {
      %r = arith.addf %v, %c : f32
      linalg.yield %r : f32
    }
  return %s : tensor<f32>
}

// CHECK: @right: result 'count' is that of one device: [3]
func.func @right(
    %x: tensor<2xf32> {plait.global = tensor<3xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "count"}) {
  %i = coll.axis_index over @mesh["dp"] : index
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %at = arith.muli %i, %c2 : index
  %rest = arith.subi %c3, %at : index
  %positive = arith.maxsi %rest, %c0 : index
  %limit = arith.minsi %positive, %c2 : index
  %zero = arith.constant dense<0.0> : tensor<f32>
  %p = linalg.generic {indexing_maps = [#row, #none], iterator_types = ["reduction"]} ins(%x : tensor<2xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%v: f32, %c: f32):
    %c1 = arith.constant 1.0 : f32
    %r = arith.addf %c1, %c : f32
    %k = linalg.index 0 : index
    %real = arith.cmpi ult, %k, %limit : index
    %kept = arith.select %real, %r, %c : f32
    linalg.yield %kept : f32
  } -> tensor<f32>
  %s = coll.all_reduce %p sum over @mesh["dp"] site <0 partition "g"> : (tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}

// CHECK: @wrong: result 'count' differs on device 0 (dp=0) at []: got 4, one device gives 3; made by coll.all_reduce at {{.*}}:[[#@LINE+12]]
func.func @wrong(
    %x: tensor<2xf32> {plait.global = tensor<3xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "count"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  // expected-error @below {{'linalg.generic' op must leave out the padding of loop 0: its shards over 'dp' are uneven (3 elements), and what is reduced there must be neutral for sum}}
  %p = linalg.generic {indexing_maps = [#row, #none], iterator_types = ["reduction"]} ins(%x : tensor<2xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%v: f32, %c: f32):
    %c1 = arith.constant 1.0 : f32
    %r = arith.addf %c1, %c : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %s = coll.all_reduce %p sum over @mesh["dp"] site <0 partition "g"> : (tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
