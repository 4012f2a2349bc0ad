// RUN: plait-opt %s --plait-test-interpret="devices=4" -split-input-file | FileCheck %s
// Tests every collective on 2 x 2 devices: who gets what, and how much moves.
// Device d stands at x = d / 2, y = d mod 2 and brings 10 d.

// CHECK: device 0 result0: tensor<2xi32> [20, 22]
// CHECK: device 1 result0: tensor<2xi32> [40, 42]
// CHECK: device 2 result0: tensor<2xi32> [20, 22]
// CHECK: device 3 result0: tensor<2xi32> [40, 42]
// CHECK: collectives: all_reduce x1 (8 bytes)
plait.mesh @mesh = <"x"=2, "y"=2>
func.func @all_reduce() -> tensor<2xi32> {
  %d = coll.axis_index over @mesh["x", "y"] : index
  %i = arith.index_cast %d : index to i32
  %ten = arith.constant 10 : i32
  %one = arith.constant 1 : i32
  %a = arith.muli %i, %ten : i32
  %b = arith.addi %a, %one : i32
  %t = tensor.from_elements %a, %b : tensor<2xi32>
  %0 = coll.all_reduce %t sum over @mesh["x"] site <0 user "test"> : (tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

// In the order of the axes, first one major.
// CHECK: device 0 result0: tensor<4xi32> [0, 20, 10, 30]
// CHECK: device 0 result1: tensor<1x2xi32> [0, 10]
// CHECK: device 3 result0: tensor<4xi32> [0, 20, 10, 30]
// CHECK: device 3 result1: tensor<1x2xi32> [20, 30]
// CHECK: collectives: all_gather x2 (16 bytes)
plait.mesh @mesh = <"x"=2, "y"=2>
func.func @all_gather() -> (tensor<4xi32>, tensor<1x2xi32>) {
  %d = coll.axis_index over @mesh["x", "y"] : index
  %i = arith.index_cast %d : index to i32
  %ten = arith.constant 10 : i32
  %a = arith.muli %i, %ten : i32
  %t = tensor.from_elements %a : tensor<1xi32>
  %m = tensor.from_elements %a : tensor<1x1xi32>
  %0 = coll.all_gather %t dim 0 over @mesh["y", "x"] site <0 user "test"> : (tensor<1xi32>) -> tensor<4xi32>
  %1 = coll.all_gather %m dim 1 over @mesh["y"] site <1 user "test"> : (tensor<1x1xi32>) -> tensor<1x2xi32>
  return %0, %1 : tensor<4xi32>, tensor<1x2xi32>
}

// -----

// CHECK: device 0 result0: tensor<1xi32> [20]
// CHECK: device 0 result1: tensor<1x4xi32> [0, 1, 20, 21]
// CHECK: device 1 result0: tensor<1xi32> [40]
// CHECK: device 1 result1: tensor<1x4xi32> [10, 11, 30, 31]
// CHECK: device 2 result0: tensor<1xi32> [22]
// CHECK: device 2 result1: tensor<1x4xi32> [2, 3, 22, 23]
// CHECK: device 3 result0: tensor<1xi32> [42]
// CHECK: device 3 result1: tensor<1x4xi32> [12, 13, 32, 33]
// CHECK: collectives: reduce_scatter x1 (4 bytes), all_to_all x1 (8 bytes)
plait.mesh @mesh = <"x"=2, "y"=2>
func.func @scatters() -> (tensor<1xi32>, tensor<1x4xi32>) {
  %d = coll.axis_index over @mesh["x", "y"] : index
  %i = arith.index_cast %d : index to i32
  %ten = arith.constant 10 : i32
  %one = arith.constant 1 : i32
  %a = arith.muli %i, %ten : i32
  %b = arith.addi %a, %one : i32
  %c = arith.addi %b, %one : i32
  %e = arith.addi %c, %one : i32
  %t = tensor.from_elements %a, %b : tensor<2xi32>
  %m = tensor.from_elements %a, %b, %c, %e : tensor<2x2xi32>
  %0 = coll.reduce_scatter %t sum dim 0 over @mesh["x"] site <0 user "test"> : (tensor<2xi32>) -> tensor<1xi32>
  %1 = coll.all_to_all %m split 0 concat 1 over @mesh["x"] site <1 user "test"> : (tensor<2x2xi32>) -> tensor<1x4xi32>
  return %0, %1 : tensor<1xi32>, tensor<1x4xi32>
}

// -----

// Devices 1 and 2 swap; the root of a broadcast receives nothing.
// CHECK: device 0 result0: tensor<1xi32> [0]
// CHECK: device 0 result1: tensor<1xi32> [10]
// CHECK: device 1 result0: tensor<1xi32> [20]
// CHECK: device 1 result1: tensor<1xi32> [10]
// CHECK: device 2 result0: tensor<1xi32> [10]
// CHECK: device 2 result1: tensor<1xi32> [30]
// CHECK: device 3 result0: tensor<1xi32> [30]
// CHECK: device 3 result1: tensor<1xi32> [30]
// CHECK: collectives: collective_permute x1 (4 bytes), broadcast x1 (4 bytes)
plait.mesh @mesh = <"x"=2, "y"=2>
func.func @moves() -> (tensor<1xi32>, tensor<1xi32>) {
  %d = coll.axis_index over @mesh["x", "y"] : index
  %i = arith.index_cast %d : index to i32
  %ten = arith.constant 10 : i32
  %a = arith.muli %i, %ten : i32
  %t = tensor.from_elements %a : tensor<1xi32>
  %root = arith.constant 1 : index
  %0 = coll.permute %t from @mesh["x", "y"] to @mesh["y", "x"] over @mesh["x", "y"] site <0 user "test"> : (tensor<1xi32>) -> tensor<1xi32>
  %1 = coll.broadcast %t root %root over @mesh["y"] site <1 user "test"> : (tensor<1xi32>, index) -> tensor<1xi32>
  return %0, %1 : tensor<1xi32>, tensor<1xi32>
}

// -----

// Started and waited for; counted once.
// CHECK: device 0 result0: tensor<1xi32> [6]
// CHECK: device 3 result0: tensor<1xi32> [6]
// CHECK: collectives: all_reduce x1 (6 bytes)
plait.mesh @mesh = <"x"=2, "y"=2>
func.func @in_flight() -> tensor<1xi32> {
  %d = coll.axis_index over @mesh["x", "y"] : index
  %i = arith.index_cast %d : index to i32
  %t = tensor.from_elements %i : tensor<1xi32>
  %e = tensor.empty() : tensor<1xi32>
  %h = coll.all_reduce_start %t into %e sum over @mesh["x", "y"] site <0 user "test"> : (tensor<1xi32>, tensor<1xi32>) -> !coll.request
  %0 = coll.wait %h, %t, %e : (!coll.request, tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
  return %0 : tensor<1xi32>
}
