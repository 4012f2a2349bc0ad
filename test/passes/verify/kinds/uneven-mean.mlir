// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// The mean of three rows on two devices: of the devices' own means, or divided by the padded size.

#row = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
plait.mesh @mesh = <"dp"=2>

func.func @one_device(
    %x: tensor<3xf32> {test.value = dense<[0.0, 1.0, 2.0]> : tensor<3xf32>})
    -> (tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %three = arith.constant dense<3.0> : tensor<f32>
  %s = linalg.reduce ins(%x : tensor<3xf32>) outs(%zero : tensor<f32>) dimensions = [0]
    (%v: f32, %c: f32) {
      %r = arith.addf %v, %c : f32
      linalg.yield %r : f32
    }
  %m = arith.divf %s, %three : tensor<f32>
  return %m : tensor<f32>
}

// CHECK: @right: result 'mean' is that of one device: [1]
func.func @right(
    %x: tensor<2xf32> {plait.global = tensor<3xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "mean"}) {
  %i = coll.axis_index over @mesh["dp"] : index
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %at = arith.muli %i, %c2 : index
  %rest = arith.subi %c3, %at : index
  %positive = arith.maxsi %rest, %c0 : index
  %limit = arith.minsi %positive, %c2 : index
  %zero = arith.constant dense<0.0> : tensor<f32>
  %three = arith.constant dense<3.0> : tensor<f32>
  %p = linalg.generic {indexing_maps = [#row, #none], iterator_types = ["reduction"]} ins(%x : tensor<2xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%v: f32, %c: f32):
    %r = arith.addf %v, %c : f32
    %k = linalg.index 0 : index
    %real = arith.cmpi ult, %k, %limit : index
    %kept = arith.select %real, %r, %c : f32
    linalg.yield %kept : f32
  } -> tensor<f32>
  %s = coll.all_reduce %p sum over @mesh["dp"] site <0 partition "g"> : (tensor<f32>) -> tensor<f32>
  %m = arith.divf %s, %three : tensor<f32>
  return %m : tensor<f32>
}

// CHECK: @mean_of_means: result 'mean' differs on device 0 (dp=0) at []: got 1.25, one device gives 1; made by arith.mulf at {{.*}}:[[#@LINE+29]]
func.func @mean_of_means(
    %x: tensor<2xf32> {plait.global = tensor<3xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "mean"}) {
  %i = coll.axis_index over @mesh["dp"] : index
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %at = arith.muli %i, %c2 : index
  %rest = arith.subi %c3, %at : index
  %positive = arith.maxsi %rest, %c0 : index
  %limit = arith.minsi %positive, %c2 : index
  %zero = arith.constant dense<0.0> : tensor<f32>
  %half = arith.constant dense<0.5> : tensor<f32>
  // expected-note @below {{partial over 'dp' since this op}}
  %p = linalg.generic {indexing_maps = [#row, #none], iterator_types = ["reduction"]} ins(%x : tensor<2xf32>) outs(%zero : tensor<f32>) {
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
  %m = arith.mulf %s, %half : tensor<f32>
  return %m : tensor<f32>
}

// The padded size is a constant like any other: only numbers tell.
// CHECK: @counts_the_padding: result 'mean' differs on device 0 (dp=0) at []: got 0.75, one device gives 1; made by arith.divf at {{.*}}:[[#@LINE+23]]
func.func @counts_the_padding(
    %x: tensor<2xf32> {plait.global = tensor<3xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "mean"}) {
  %i = coll.axis_index over @mesh["dp"] : index
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %at = arith.muli %i, %c2 : index
  %rest = arith.subi %c3, %at : index
  %positive = arith.maxsi %rest, %c0 : index
  %limit = arith.minsi %positive, %c2 : index
  %zero = arith.constant dense<0.0> : tensor<f32>
  %four = arith.constant dense<4.0> : tensor<f32>
  %p = linalg.generic {indexing_maps = [#row, #none], iterator_types = ["reduction"]} ins(%x : tensor<2xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%v: f32, %c: f32):
    %r = arith.addf %v, %c : f32
    %k = linalg.index 0 : index
    %real = arith.cmpi ult, %k, %limit : index
    %kept = arith.select %real, %r, %c : f32
    linalg.yield %kept : f32
  } -> tensor<f32>
  %s = coll.all_reduce %p sum over @mesh["dp"] site <0 partition "g"> : (tensor<f32>) -> tensor<f32>
  %m = arith.divf %s, %four : tensor<f32>
  return %m : tensor<f32>
}
