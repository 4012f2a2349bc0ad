// RUN: plait-opt %s --plait-test-interpret -split-input-file | FileCheck %s
// Tests that on one device shardings mean nothing, and that a manual region
// runs on all devices of its mesh.

// CHECK: result0: tensor<2x2xi32> [1, 2, 3, 4]
plait.mesh @mesh = <"x"=2>
func.func @identities() -> tensor<2x2xi32> {
  %a = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %0 = plait.constraint %a <@mesh, [{"x"}, {}]> : tensor<2x2xi32>
  %1 = plait.barrier %0 allow "forward" : tensor<2x2xi32>
  plait.group %1 id 3 : tensor<2x2xi32>
  %2 = linalgx.barrier %1 : tensor<2x2xi32> -> tensor<2x2xi32>
  return %2 : tensor<2x2xi32>
}

// -----

// CHECK: result0: tensor<4xi32> [0, 1, 12, 13]
// CHECK: result1: tensor<2xi32> [12, 14]
plait.mesh @mesh = <"x"=2>
func.func @manual() -> (tensor<4xi32>, tensor<2xi32>) {
  %a = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %0:2 = plait.manual(%a) in [<@mesh, [{"x"}]>] out [<@mesh, [{"x"}]>, <@mesh, [{}]>] over @mesh["x"]
    : (tensor<4xi32>) -> (tensor<4xi32>, tensor<2xi32>) {
  ^bb0(%l: tensor<2xi32>):
    %d = coll.axis_index over @mesh["x"] : index
    %i = arith.index_cast %d : index to i32
    %ten = arith.constant 10 : i32
    %k = arith.muli %i, %ten : i32
    %s = tensor.splat %k : tensor<2xi32>
    %m = arith.addi %l, %s : tensor<2xi32>
    %r = coll.all_reduce %m sum over @mesh["x"] site <0 user ""> : (tensor<2xi32>) -> tensor<2xi32>
    plait.yield %m, %r : tensor<2xi32>, tensor<2xi32>
  }
  return %0#0, %0#1 : tensor<4xi32>, tensor<2xi32>
}

// -----

// CHECK: result0: tensor<2xi32> [2, 4]
func.func @kernel() -> tensor<2xi32> {
  %a = arith.constant dense<[1, 2]> : tensor<2xi32>
  %0 = plait.kernel "add" flops 2 bytes 16 predicted_ns 1 -> (tensor<2xi32>) {
    %1 = arith.addi %a, %a : tensor<2xi32>
    plait.yield %1 : tensor<2xi32>
  }
  return %0 : tensor<2xi32>
}
