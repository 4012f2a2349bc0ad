// RUN: plait-opt %s --plait-codegen-cpu-store-booleans -split-input-file | FileCheck %s
// Tests that no tensor holds i1: scalars are widened where they go in and
// truncated where they come out.
#id = affine_map<(i) -> (i)>
// CHECK-LABEL: func @generic(
// CHECK-SAME: %{{.*}}: tensor<4xi8> {plait.dtype = "bool"}
// CHECK-SAME: -> (tensor<4xi8> {plait.dtype = "bool"})
func.func @generic(%m: tensor<4xi1>) -> tensor<4xi1> {
  %e = tensor.empty() : tensor<4xi1>
  // CHECK: ^bb0(%[[IN:.*]]: i8, %{{.*}}: i8):
  // CHECK: %[[BIT:.*]] = arith.trunci %[[IN]] : i8 to i1
  // CHECK: %[[NOT:.*]] = arith.xori %[[BIT]]
  // CHECK: %[[BYTE:.*]] = arith.extui %[[NOT]] : i1 to i8
  // CHECK: linalg.yield %[[BYTE]] : i8
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%m : tensor<4xi1>) outs(%e : tensor<4xi1>) {
  ^bb0(%a: i1, %o: i1):
    %true = arith.constant true
    %0 = arith.xori %a, %true : i1
    linalg.yield %0 : i1
  } -> tensor<4xi1>
  return %r : tensor<4xi1>
}

// -----
// CHECK-LABEL: func @constants_and_fills
func.func @constants_and_fills(%b: i1) -> (tensor<3xi1>, tensor<2xi1>, tensor<2xi1>) {
  // CHECK-DAG: dense<[1, 0, 1]> : tensor<3xi8>
  // CHECK-DAG: dense<1> : tensor<2xi8>
  // CHECK: %[[BYTE:.*]] = arith.extui %{{.*}} : i1 to i8
  // CHECK: linalg.fill ins(%[[BYTE]] : i8)
  %c = arith.constant dense<[true, false, true]> : tensor<3xi1>
  %s = arith.constant dense<true> : tensor<2xi1>
  %e = tensor.empty() : tensor<2xi1>
  %f = linalg.fill ins(%b : i1) outs(%e : tensor<2xi1>) -> tensor<2xi1>
  return %c, %s, %f : tensor<3xi1>, tensor<2xi1>, tensor<2xi1>
}

// -----
// CHECK-LABEL: func @extracted
func.func @extracted(%m: tensor<i1>, %x: f32, %y: f32) -> f32 {
  // CHECK: %[[BYTE:.*]] = tensor.extract {{.*}} : tensor<i8>
  // CHECK: %[[BIT:.*]] = arith.trunci %[[BYTE]] : i8 to i1
  // CHECK: arith.select %[[BIT]]
  %b = tensor.extract %m[] : tensor<i1>
  %r = arith.select %b, %x, %y : f32
  return %r : f32
}

// -----
// A maximum of signed booleans is `and`: true is -1.
plait.mesh @mesh = <"x"=2>
// CHECK-LABEL: func @combiners
func.func @combiners(%m: tensor<4xi1>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  // CHECK: coll.all_reduce {{.*}} and over
  // CHECK: coll.all_reduce {{.*}} or over
  // CHECK: coll.all_reduce {{.*}} xor over
  %0 = coll.all_reduce %m max over @mesh["x"] site <0 user "all"> : (tensor<4xi1>) -> tensor<4xi1>
  %1 = coll.all_reduce %m umax over @mesh["x"] site <1 user "any"> : (tensor<4xi1>) -> tensor<4xi1>
  %2 = coll.all_reduce %m sum over @mesh["x"] site <2 user "parity"> : (tensor<4xi1>) -> tensor<4xi1>
  return %0, %1, %2 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// -----
// CHECK-LABEL: func @padded
func.func @padded(%m: tensor<3xi1>) -> tensor<5xi1> {
  // CHECK: tensor.yield %{{.*}} : i8
  // CHECK: tensor<3xi8> to tensor<5xi8>
  %r = tensor.pad %m low[1] high[1] {
  ^bb0(%i: index):
    %false = arith.constant false
    tensor.yield %false : i1
  } : tensor<3xi1> to tensor<5xi1>
  return %r : tensor<5xi1>
}
