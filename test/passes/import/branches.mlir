// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests case, if and optimization_barrier.

// CHECK-LABEL: func @last_branch_is_the_default
func.func @last_branch_is_the_default(%i: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[E:.*]] = tensor.extract %arg0[] : tensor<i32>
  // CHECK: %[[I:.*]] = arith.index_cast %[[E]] : i32 to index
  // CHECK: scf.index_switch %[[I]] -> tensor<4xf32>
  // CHECK: case 0 {
  // CHECK: arith.negf
  // CHECK: case 1 {
  // CHECK: math.exp
  // CHECK: default {
  // CHECK: scf.yield %arg1
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    %1 = stablehlo.exponential %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @two_branches
func.func @two_branches(%i: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[F:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : index
  // CHECK: scf.if %[[F]] -> (tensor<4xf32>) {
  // CHECK: arith.negf
  // CHECK: } else {
  // CHECK: scf.yield %arg1
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @one_branch
func.func @one_branch(%i: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NOT: scf
  // CHECK: arith.negf
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @if_by_predicate
func.func @if_by_predicate(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[P:.*]] = tensor.extract %arg0[] : tensor<i1>
  // CHECK: scf.if %[[P]]
  // CHECK-NEXT: scf.yield %arg1
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %arg2
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    stablehlo.return %y : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @barrier
func.func @barrier(%x: tensor<4xf32>, %s: tensor<ui32>) -> (tensor<4xf32>, tensor<ui32>) {
  // CHECK: %[[B:.*]]:2 = linalgx.barrier %arg0, %arg1 : tensor<4xf32>, tensor<i32> -> tensor<4xf32>, tensor<i32>
  // CHECK: return %[[B]]#0, %[[B]]#1
  %0:2 = stablehlo.optimization_barrier %x, %s : tensor<4xf32>, tensor<ui32>
  return %0#0, %0#1 : tensor<4xf32>, tensor<ui32>
}
