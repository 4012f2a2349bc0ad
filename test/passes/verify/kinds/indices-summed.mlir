// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// The position of the largest of [5, 10, 3, 12] on two devices, whose parts are combined by a sum of positions.

#row = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
plait.mesh @mesh = <"x"=2>

func.func @one_device(
    %x: tensor<4xf32> {test.value = dense<[5.0, 10.0, 3.0, 12.0]> : tensor<4xf32>})
    -> (tensor<i32>) {
  %low = arith.constant dense<0xFF800000> : tensor<f32>
  %none = arith.constant dense<-1> : tensor<i32>
  %mx:2 = linalg.generic {indexing_maps = [#row, #none, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<4xf32>) outs(%low, %none : tensor<f32>, tensor<i32>) {
  ^bb0(%v: f32, %most: f32, %at: i32):
    %own = linalg.index 0 : index
    %k = arith.index_cast %own : index to i32
    %more = arith.cmpf ogt, %v, %most : f32
    %value = arith.select %more, %v, %most : f32
    %where = arith.select %more, %k, %at : i32
    linalg.yield %value, %where : f32, i32
  } -> (tensor<f32>, tensor<i32>)
  return %mx#1 : tensor<i32>
}

// CHECK: @right: result 'place' is that of one device: [3]
func.func @right(
    %x: tensor<2xf32> {plait.global = tensor<4xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<i32> {plait.global = tensor<i32>, plait.name = "place"}) {
  %low = arith.constant dense<0xFF800000> : tensor<f32>
  %none = arith.constant dense<-1> : tensor<i32>
  %i = coll.axis_index over @mesh["x"] : index
  %c2 = arith.constant 2 : index
  %offset = arith.muli %i, %c2 : index
  %mx:2 = linalg.generic {indexing_maps = [#row, #none, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<2xf32>) outs(%low, %none : tensor<f32>, tensor<i32>) {
  ^bb0(%v: f32, %most: f32, %at: i32):
    %own = linalg.index 0 : index
    %global = arith.addi %own, %offset : index
    %k = arith.index_cast %global : index to i32
    %more = arith.cmpf ogt, %v, %most : f32
    %value = arith.select %more, %v, %most : f32
    %where = arith.select %more, %k, %at : i32
    linalg.yield %value, %where : f32, i32
  } -> (tensor<f32>, tensor<i32>)
  %values1 = tensor.expand_shape %mx#0 [] output_shape [1] : tensor<f32> into tensor<1xf32>
  %values = coll.all_gather %values1 dim 0 over @mesh["x"] site <0 partition "values"> : (tensor<1xf32>) -> tensor<2xf32>
  %places1 = tensor.expand_shape %mx#1 [] output_shape [1] : tensor<i32> into tensor<1xi32>
  %places = coll.all_gather %places1 dim 0 over @mesh["x"] site <1 partition "places"> : (tensor<1xi32>) -> tensor<2xi32>
  %mvalues:2 = linalg.generic {indexing_maps = [#row, #row, #none, #none], iterator_types = ["reduction"]}
      ins(%values, %places : tensor<2xf32>, tensor<2xi32>) outs(%low, %none : tensor<f32>, tensor<i32>) {
  ^bb0(%v: f32, %k: i32, %most: f32, %at: i32):
    %more = arith.cmpf ogt, %v, %most : f32
    %value = arith.select %more, %v, %most : f32
    %where = arith.select %more, %k, %at : i32
    linalg.yield %value, %where : f32, i32
  } -> (tensor<f32>, tensor<i32>)
  return %mvalues#1 : tensor<i32>
}

// CHECK: @wrong: result 'place' differs on device 0 (x=0) at []: got 4, one device gives 3; made by coll.all_reduce at {{.*}}:[[#@LINE+22]]
func.func @wrong(
    %x: tensor<2xf32> {plait.global = tensor<4xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<i32> {plait.global = tensor<i32>, plait.name = "place"}) {
  %low = arith.constant dense<0xFF800000> : tensor<f32>
  %none = arith.constant dense<-1> : tensor<i32>
  %i = coll.axis_index over @mesh["x"] : index
  %c2 = arith.constant 2 : index
  %offset = arith.muli %i, %c2 : index
  // expected-note @below {{partial since this op}}
  %mx:2 = linalg.generic {indexing_maps = [#row, #none, #none], iterator_types = ["reduction"]}
      ins(%x : tensor<2xf32>) outs(%low, %none : tensor<f32>, tensor<i32>) {
  ^bb0(%v: f32, %most: f32, %at: i32):
    %own = linalg.index 0 : index
    %global = arith.addi %own, %offset : index
    %k = arith.index_cast %global : index to i32
    %more = arith.cmpf ogt, %v, %most : f32
    %value = arith.select %more, %v, %most : f32
    %where = arith.select %more, %k, %at : i32
    linalg.yield %value, %where : f32, i32
  } -> (tensor<f32>, tensor<i32>)
  // expected-error @below {{'coll.all_reduce' op must not combine by sum what is partial over 'x' and no addend: devices have parts of a choice, which only the op that made them combines}}
  %s = coll.all_reduce %mx#1 sum over @mesh["x"] site <0 partition "g"> : (tensor<i32>) -> tensor<i32>
  return %s : tensor<i32>
}
