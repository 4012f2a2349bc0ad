// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// Six of eight elements from the seventh on: a slice that does not fit is moved back as a whole, not each device's part.

plait.mesh @mesh = <"x"=2>

func.func @one_device(
    %x: tensor<8xf32> {test.value = dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<8xf32>},
    %k: tensor<i32> {test.value = dense<7> : tensor<i32>})
    -> (tensor<6xf32>) {
  %start = tensor.extract %k[] : tensor<i32>
  %n = arith.index_cast %start : i32 to index
  %r = linalgx.dynamic_slice %x[%n] : tensor<8xf32> -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// CHECK: @right: result 'r' is that of one device: [2, 3, 4, 5, 6, 7]
func.func @right(
    %x: tensor<8xf32> {plait.global = tensor<8xf32>, plait.name = "x"},
    %k: tensor<i32> {plait.global = tensor<i32>, plait.name = "k"})
    -> (tensor<3xf32> {plait.global = tensor<6xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %start = tensor.extract %k[] : tensor<i32>
  %n = arith.index_cast %start : i32 to index
  %i = coll.axis_index over @mesh["x"] : index
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %low = arith.maxsi %n, %c0 : index
  %first = arith.minsi %low, %c2 : index
  %offset = arith.muli %i, %c3 : index
  %all = linalgx.dynamic_slice %x[%first] : tensor<8xf32> -> tensor<6xf32>
  %r = tensor.extract_slice %all[%offset] [3] [1] : tensor<6xf32> to tensor<3xf32>
  return %r : tensor<3xf32>
}

// CHECK: @wrong: result 'r' differs on device 0 (x=0) at [0]: got 5, one device gives 2; made by linalgx.dynamic_slice at {{.*}}:[[#@LINE+12]]
func.func @wrong(
    %x: tensor<8xf32> {plait.global = tensor<8xf32>, plait.name = "x"},
    %k: tensor<i32> {plait.global = tensor<i32>, plait.name = "k"})
    -> (tensor<3xf32> {plait.global = tensor<6xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %start = tensor.extract %k[] : tensor<i32>
  %n = arith.index_cast %start : i32 to index
  %i = coll.axis_index over @mesh["x"] : index
  %c3 = arith.constant 3 : index
  %offset = arith.muli %i, %c3 : index
  %at = arith.addi %n, %offset : index
  // expected-error @below {{'linalgx.dynamic_slice' op result 'r' must hold {x} of dimension 0, got: {}, elements that differ along 'x' in no order that is known}}
  %r = linalgx.dynamic_slice %x[%at] : tensor<8xf32> -> tensor<3xf32>
  return %r : tensor<3xf32>
}
