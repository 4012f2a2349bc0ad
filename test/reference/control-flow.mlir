// RUN: plait-opt %s --plait-test-interpret -split-input-file | FileCheck %s
// Tests loops, branches and calls.

// 2^5, and 0 + 1 + .. + 4; both values change at once.
// CHECK: result0: tensor<i32> [32]
// CHECK: result1: tensor<i32> [10]
func.func @counted() -> (tensor<i32>, tensor<i32>) {
  %zero = arith.constant 0 : index
  %five = arith.constant 5 : index
  %step = arith.constant 1 : index
  %a = arith.constant dense<1> : tensor<i32>
  %b = arith.constant dense<0> : tensor<i32>
  %0:2 = scf.for %i = %zero to %five step %step iter_args(%x = %a, %y = %b) -> (tensor<i32>, tensor<i32>) {
    %k = arith.index_cast %i : index to i32
    %t = tensor.from_elements %k : tensor<i32>
    %2 = arith.addi %x, %x : tensor<i32>
    %3 = arith.addi %y, %t : tensor<i32>
    scf.yield %2, %3 : tensor<i32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<i32>, tensor<i32>
}

// -----

// Fibonacci numbers below 50: the carried values swap.
// CHECK: result0: tensor<i32> [55]
func.func @uncounted() -> tensor<i32> {
  %a = arith.constant dense<0> : tensor<i32>
  %b = arith.constant dense<1> : tensor<i32>
  %limit = arith.constant 50 : i32
  %0:2 = scf.while (%x = %a, %y = %b) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>) {
    %v = tensor.extract %y[] : tensor<i32>
    %c = arith.cmpi slt, %v, %limit : i32
    scf.condition(%c) %x, %y : tensor<i32>, tensor<i32>
  } do {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = arith.addi %x, %y : tensor<i32>
    scf.yield %y, %s : tensor<i32>, tensor<i32>
  }
  return %0#1 : tensor<i32>
}

// -----

// CHECK: result0: tensor<i32> [1]
// CHECK: result1: tensor<i32> [30]
// CHECK: result2: tensor<i32> [8]
module {
  func.func @main() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
    %one = arith.constant dense<1> : tensor<i32>
    %four = arith.constant dense<4> : tensor<i32>
    %true = arith.constant true
    %seven = arith.constant 7 : index
    %0 = scf.if %true -> tensor<i32> {
      scf.yield %one : tensor<i32>
    } else {
      scf.yield %four : tensor<i32>
    }
    %1 = scf.index_switch %seven -> tensor<i32>
    case 0 {
      scf.yield %one : tensor<i32>
    }
    default {
      %c = arith.constant dense<30> : tensor<i32>
      scf.yield %c : tensor<i32>
    }
    %2 = func.call @twice(%four) : (tensor<i32>) -> tensor<i32>
    return %0, %1, %2 : tensor<i32>, tensor<i32>, tensor<i32>
  }
  func.func private @twice(%x: tensor<i32>) -> tensor<i32> {
    %0 = arith.addi %x, %x : tensor<i32>
    return %0 : tensor<i32>
  }
}
