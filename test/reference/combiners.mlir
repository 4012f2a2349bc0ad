// RUN: plait-opt %s --plait-test-interpret="devices=3" -split-input-file | FileCheck %s
// Tests what the combiners give: signs, NaN, wrapping, and wide sums of bf16.

// Devices bring -1, 0 and 1.
// CHECK: device 0 result0: tensor<1xi8> [1]
// CHECK: device 0 result1: tensor<1xi8> [-1]
// CHECK: device 0 result2: tensor<1xi8> [-1]
// CHECK: device 0 result3: tensor<1xi8> [0]
// CHECK: device 0 result4: tensor<1xi8> [0]
// CHECK: device 0 result5: tensor<1xi8> [-1]
// CHECK: device 0 result6: tensor<1xi8> [-2]
plait.mesh @mesh = <"x"=3>
func.func @integers() -> (tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) {
  %d = coll.axis_index over @mesh["x"] : index
  %i = arith.index_cast %d : index to i8
  %one = arith.constant 1 : i8
  %a = arith.subi %i, %one : i8
  %t = tensor.from_elements %a : tensor<1xi8>
  %0 = coll.all_reduce %t max over @mesh["x"] site <0 user ""> : (tensor<1xi8>) -> tensor<1xi8>
  %1 = coll.all_reduce %t min over @mesh["x"] site <1 user ""> : (tensor<1xi8>) -> tensor<1xi8>
  %2 = coll.all_reduce %t umax over @mesh["x"] site <2 user ""> : (tensor<1xi8>) -> tensor<1xi8>
  %3 = coll.all_reduce %t umin over @mesh["x"] site <3 user ""> : (tensor<1xi8>) -> tensor<1xi8>
  %4 = coll.all_reduce %t and over @mesh["x"] site <4 user ""> : (tensor<1xi8>) -> tensor<1xi8>
  %5 = coll.all_reduce %t or over @mesh["x"] site <5 user ""> : (tensor<1xi8>) -> tensor<1xi8>
  %6 = coll.all_reduce %t xor over @mesh["x"] site <6 user ""> : (tensor<1xi8>) -> tensor<1xi8>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>
}

// -----

// Device 1 brings NaN: max lets it win, maxnum does not.
// CHECK: device 2 result0: tensor<1xf32> [nan]
// CHECK: device 2 result1: tensor<1xf32> [2]
plait.mesh @mesh = <"x"=3>
func.func @nan() -> (tensor<1xf32>, tensor<1xf32>) {
  %d = coll.axis_index over @mesh["x"] : index
  %i = arith.index_cast %d : index to i32
  %f = arith.sitofp %i : i32 to f32
  %one = arith.constant 1 : i32
  %nan = arith.constant 0x7FC00000 : f32
  %is = arith.cmpi eq, %i, %one : i32
  %a = arith.select %is, %nan, %f : f32
  %t = tensor.from_elements %a : tensor<1xf32>
  %0 = coll.all_reduce %t max over @mesh["x"] site <0 user ""> : (tensor<1xf32>) -> tensor<1xf32>
  %1 = coll.all_reduce %t maxnum over @mesh["x"] site <1 user ""> : (tensor<1xf32>) -> tensor<1xf32>
  return %0, %1 : tensor<1xf32>, tensor<1xf32>
}

// -----

// 256 + 1 + 1 in bf16 one by one would be 256.
// CHECK: device 0 result0: tensor<1xbf16> [258]
plait.mesh @mesh = <"x"=3>
func.func @wide_sum() -> tensor<1xbf16> {
  %d = coll.axis_index over @mesh["x"] : index
  %zero = arith.constant 0 : index
  %is = arith.cmpi eq, %d, %zero : index
  %big = arith.constant 256.0 : bf16
  %one = arith.constant 1.0 : bf16
  %a = arith.select %is, %big, %one : bf16
  %t = tensor.from_elements %a : tensor<1xbf16>
  %0 = coll.all_reduce %t sum over @mesh["x"] site <0 user ""> : (tensor<1xbf16>) -> tensor<1xbf16>
  return %0 : tensor<1xbf16>
}
