// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// The denominator of a softmax of three elements on two devices.

#row = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
plait.mesh @mesh = <"dp"=2>

func.func @one_device(
    %x: tensor<3xf32> {test.value = dense<[-3.0, -1.0, -2.0]> : tensor<3xf32>})
    -> (tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %ex = math.exp %x : tensor<3xf32>
  %s = linalg.reduce ins(%ex : tensor<3xf32>) outs(%zero : tensor<f32>) dimensions = [0]
    (%v: f32, %c: f32) {
      %r = arith.addf %v, %c : f32
      linalg.yield %r : f32
    }
  return %s : tensor<f32>
}

// CHECK: @right: result 'denominator' is that of one device: [0.553001821]
func.func @right(
    %x: tensor<2xf32> {plait.global = tensor<3xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "denominator"}) {
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
    %ex = math.exp %v : f32
    %r = arith.addf %ex, %c : f32
    %k = linalg.index 0 : index
    %real = arith.cmpi ult, %k, %limit : index
    %kept = arith.select %real, %r, %c : f32
    linalg.yield %kept : f32
  } -> tensor<f32>
  %s = coll.all_reduce %p sum over @mesh["dp"] site <0 partition "g"> : (tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}

// Masked before the exponential: it makes ones of zeros.
// CHECK: @wrong: result 'denominator' differs on device 0 (dp=0) at []: got 1.55300188, one device gives 0.553001821; made by coll.all_reduce at {{.*}}:[[#@LINE+29]]
func.func @wrong(
    %x: tensor<2xf32> {plait.global = tensor<3xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "denominator"}) {
  %i = coll.axis_index over @mesh["dp"] : index
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %at = arith.muli %i, %c2 : index
  %rest = arith.subi %c3, %at : index
  %positive = arith.maxsi %rest, %c0 : index
  %limit = arith.minsi %positive, %c2 : index
  %zero = arith.constant dense<0.0> : tensor<f32>
  %e = tensor.empty() : tensor<2xf32>
  %f = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]} ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%v: f32, %o: f32):
    %none = arith.constant 0.0 : f32
    %k = linalg.index 0 : index
    %real = arith.cmpi ult, %k, %limit : index
    %kept = arith.select %real, %v, %none : f32
    linalg.yield %kept : f32
  } -> tensor<2xf32>
  %ex = math.exp %f : tensor<2xf32>
  // expected-error @below {{'linalg.reduce' op must leave out the padding of loop 0: its shards over 'dp' are uneven (3 elements), and what is reduced there must be neutral for sum}}
  %p = linalg.reduce ins(%ex : tensor<2xf32>) outs(%zero : tensor<f32>) dimensions = [0]
    (%v: f32, %c: f32) {
      %r = arith.addf %v, %c : f32
      linalg.yield %r : f32
    }
  %s = coll.all_reduce %p sum over @mesh["dp"] site <0 partition "g"> : (tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
}
