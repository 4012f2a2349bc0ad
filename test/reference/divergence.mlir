// RUN: plait-opt %s --plait-test-interpret="devices=2" -split-input-file | FileCheck %s
// Tests that devices may decide differently where no collective stands.

// CHECK: device 0 result0: tensor<i32> [1]
// CHECK: device 0 result1: tensor<i32> [1]
// CHECK: device 0 result2: tensor<i32> [3]
// CHECK: device 1 result0: tensor<i32> [4]
// CHECK: device 1 result1: tensor<i32> [2]
// CHECK: device 1 result2: tensor<i32> [2]
plait.mesh @mesh = <"x"=2>
func.func @main() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %zero = arith.constant 0 : index
  %step = arith.constant 1 : index
  %limit = arith.constant 3 : i32
  %one = arith.constant dense<1> : tensor<i32>
  %four = arith.constant dense<4> : tensor<i32>
  %d = coll.axis_index over @mesh["x"] : index
  %first = arith.cmpi eq, %d, %zero : index
  %0 = scf.if %first -> tensor<i32> {
    scf.yield %one : tensor<i32>
  } else {
    scf.yield %four : tensor<i32>
  }
  %1 = scf.for %i = %zero to %d step %step iter_args(%x = %one) -> tensor<i32> {
    %y = arith.addi %x, %one : tensor<i32>
    scf.yield %y : tensor<i32>
  }
  %k = arith.index_cast %d : index to i32
  %k1 = tensor.from_elements %k : tensor<i32>
  %start = arith.subi %one, %k1 : tensor<i32>
  %2 = scf.while (%x = %start) : (tensor<i32>) -> tensor<i32> {
    %v = tensor.extract %x[] : tensor<i32>
    %v2 = arith.addi %v, %k : i32
    %c = arith.cmpi slt, %v2, %limit : i32
    scf.condition(%c) %x : tensor<i32>
  } do {
  ^bb0(%x: tensor<i32>):
    %y = arith.addi %x, %one : tensor<i32>
    scf.yield %y : tensor<i32>
  }
  return %0, %1, %2 : tensor<i32>, tensor<i32>, tensor<i32>
}
