// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// The maximum of [-3, -1, -2] on two devices: the fourth place, filled with 0, wins.

#row = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
plait.mesh @mesh = <"dp"=2>

func.func @one_device(
    %x: tensor<3xf32> {test.value = dense<[-3.0, -1.0, -2.0]> : tensor<3xf32>})
    -> (tensor<f32>) {
  %low = arith.constant dense<0xFF800000> : tensor<f32>
  %s = linalg.reduce ins(%x : tensor<3xf32>) outs(%low : tensor<f32>) dimensions = [0]
    (%v: f32, %c: f32) {
      %r = arith.maximumf %v, %c : f32
      linalg.yield %r : f32
    }
  return %s : tensor<f32>
}

// CHECK: @right: result 'max' is that of one device: [-1]
func.func @right(
    %x: tensor<2xf32> {plait.global = tensor<3xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "max"}) {
  %i = coll.axis_index over @mesh["dp"] : index
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %at = arith.muli %i, %c2 : index
  %rest = arith.subi %c3, %at : index
  %positive = arith.maxsi %rest, %c0 : index
  %limit = arith.minsi %positive, %c2 : index
  %low = arith.constant dense<0xFF800000> : tensor<f32>
  %p = linalg.generic {indexing_maps = [#row, #none], iterator_types = ["reduction"]} ins(%x : tensor<2xf32>) outs(%low : tensor<f32>) {
  ^bb0(%v: f32, %c: f32):
    %r = arith.maximumf %v, %c : f32
    %k = linalg.index 0 : index
    %real = arith.cmpi ult, %k, %limit : index
    %kept = arith.select %real, %r, %c : f32
    linalg.yield %kept : f32
  } -> tensor<f32>
  %s = coll.all_reduce %p max over @mesh["dp"] site <0 partition "g"> : (tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}

// Zeros in the padding are neutral for a sum, not for a maximum.
// CHECK: @wrong: result 'max' differs on device 0 (dp=0) at []: got 0, one device gives -1; made by coll.all_reduce at {{.*}}:[[#@LINE+28]]
func.func @wrong(
    %x: tensor<2xf32> {plait.global = tensor<3xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "max"}) {
  %i = coll.axis_index over @mesh["dp"] : index
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %at = arith.muli %i, %c2 : index
  %rest = arith.subi %c3, %at : index
  %positive = arith.maxsi %rest, %c0 : index
  %limit = arith.minsi %positive, %c2 : index
  %low = arith.constant dense<0xFF800000> : tensor<f32>
  %e = tensor.empty() : tensor<2xf32>
  %f = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]} ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%v: f32, %o: f32):
    %none = arith.constant 0.0 : f32
    %k = linalg.index 0 : index
    %real = arith.cmpi ult, %k, %limit : index
    %kept = arith.select %real, %v, %none : f32
    linalg.yield %kept : f32
  } -> tensor<2xf32>
  // expected-error @below {{'linalg.reduce' op must leave out the padding of loop 0: its shards over 'dp' are uneven (3 elements), and what is reduced there must be neutral for max}}
  %p = linalg.reduce ins(%f : tensor<2xf32>) outs(%low : tensor<f32>) dimensions = [0]
    (%v: f32, %c: f32) {
      %r = arith.maximumf %v, %c : f32
      linalg.yield %r : f32
    }
  %s = coll.all_reduce %p max over @mesh["dp"] site <0 partition "g"> : (tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
