// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests that counted loops are scf.for and others scf.while.

// CHECK-LABEL: func @counted
func.func @counted(%x: tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) {
  // CHECK-DAG: %[[LB:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[UB:.*]] = arith.constant 5 : index
  // CHECK-DAG: %[[STEP:.*]] = arith.constant 1 : index
  // CHECK: %[[R:.*]] = scf.for %[[I:.*]] = %[[LB]] to %[[UB]] step %[[STEP]] iter_args(%[[A:.*]] = %arg0) -> (tensor<4xf32>) {
  // CHECK: %[[C:.*]] = arith.index_cast %[[I]] : index to i32
  // CHECK: %[[F:.*]] = arith.sitofp %[[C]] : i32 to f32
  // CHECK: %[[T:.*]] = tensor.from_elements %[[F]] : tensor<f32>
  // CHECK: linalg.generic {{.*}} ins(%[[A]], %[[T]] :
  // CHECK: scf.yield
  // The counter after the loop.
  // CHECK: %[[N:.*]] = tensor.from_elements %{{.*}} : tensor<i32>
  // CHECK: return %[[N]], %[[R]]
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c0, %a = %x) : tensor<i32>, tensor<4xf32>
   cond {
    %c5 = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %c5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %3 = stablehlo.add %a, %2 : tensor<4xf32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %4 = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %4, %3 : tensor<i32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<i32>, tensor<4xf32>
}

// CHECK-LABEL: func @unchanged_values_are_captured
func.func @unchanged_values_are_captured(%x: tensor<4xf32>, %w: tensor<4xf32>, %n: tensor<i32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[E:.*]] = tensor.extract %arg2[] : tensor<i32>
  // CHECK: %[[UB:.*]] = arith.index_cast %[[E]]
  // CHECK: %[[R:.*]] = scf.for {{.*}} to %[[UB]] {{.*}} iter_args(%[[A:.*]] = %arg0) -> (tensor<4xf32>)
  // CHECK: linalg.generic {{.*}} ins(%[[A]], %arg1 :
  // CHECK: return %[[R]], %arg1
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %0:4 = stablehlo.while(%i = %c0, %a = %x, %b = %w, %m = %n) : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<i32>
   cond {
    %1 = stablehlo.compare GT, %m, %i, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.multiply %a, %b : tensor<4xf32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %2 = stablehlo.add %c1, %i : tensor<i32>
    stablehlo.return %2, %1, %b, %m : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<i32>
  }
  return %0#1, %0#2 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @counter_arithmetic_is_on_scalars
func.func @counter_arithmetic_is_on_scalars(%x: tensor<5x4xf32>, %y: tensor<1x4xf32>) -> tensor<1x4xf32> {
  // CHECK: scf.for %[[I:[a-z0-9]+]] =
  // CHECK: %[[C:.*]] = arith.index_cast %[[I]] : index to i32
  // CHECK: %[[R:.*]] = arith.subi %{{.*}}, %[[C]] : i32
  // CHECK: %[[K:.*]] = arith.index_cast %[[R]] : i32 to index
  // CHECK-NOT: tensor.extract %
  // CHECK: linalgx.dynamic_slice %arg0[%[[K]], %{{.*}}]
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c0, %a = %y) : tensor<i32>, tensor<1x4xf32>
   cond {
    %c5 = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %c5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c4 = stablehlo.constant dense<4> : tensor<i32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.subtract %c4, %i : tensor<i32>
    %2 = stablehlo.dynamic_slice %x, %1, %z, sizes = [1, 4] : (tensor<5x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %3 = stablehlo.add %a, %2 : tensor<1x4xf32>
    %4 = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %4, %3 : tensor<i32>, tensor<1x4xf32>
  }
  return %0#1 : tensor<1x4xf32>
}

// CHECK-LABEL: func @uncounted
func.func @uncounted(%x: tensor<f32>) -> tensor<f32> {
  // CHECK: scf.while (%[[A:.*]] = %arg0) : (tensor<f32>) -> tensor<f32> {
  // CHECK: arith.cmpf olt
  // CHECK: %[[P:.*]] = tensor.extract %{{.*}}[] : tensor<i1>
  // CHECK: scf.condition(%[[P]]) %[[A]] : tensor<f32>
  // CHECK: } do {
  // CHECK: arith.mulf
  // CHECK: scf.yield
  %0 = stablehlo.while(%a = %x) : tensor<f32>
   cond {
    %c = stablehlo.constant dense<100.0> : tensor<f32>
    %1 = stablehlo.compare LT, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c = stablehlo.constant dense<2.0> : tensor<f32>
    %1 = stablehlo.multiply %a, %c : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @step_that_may_wrap_is_not_counted
func.func @step_that_may_wrap_is_not_counted(%n: tensor<i8>) -> tensor<i8> {
  // CHECK: scf.while
  %c0 = stablehlo.constant dense<0> : tensor<i8>
  %0 = stablehlo.while(%i = %c0) : tensor<i8>
   cond {
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c3 = stablehlo.constant dense<3> : tensor<i8>
    %1 = stablehlo.add %i, %c3 : tensor<i8>
    stablehlo.return %1 : tensor<i8>
  }
  return %0 : tensor<i8>
}

// CHECK-LABEL: func @step_of_three
func.func @step_of_three() -> tensor<i8> {
  // Only the counter is left, and it is known.
  // CHECK: arith.constant 9 : i8
  %c0 = stablehlo.constant dense<0> : tensor<i8>
  %0 = stablehlo.while(%i = %c0) : tensor<i8>
   cond {
    %c = stablehlo.constant dense<7> : tensor<i8>
    %1 = stablehlo.compare LT, %i, %c, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c3 = stablehlo.constant dense<3> : tensor<i8>
    %1 = stablehlo.add %i, %c3 : tensor<i8>
    stablehlo.return %1 : tensor<i8>
  }
  return %0 : tensor<i8>
}

// CHECK-LABEL: func @second_counter
func.func @second_counter(%x: tensor<f32>, %k: tensor<i32>) -> (tensor<f32>, tensor<i32>) {
  // CHECK: %[[R:.*]] = scf.for %[[I:[a-z0-9]+]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%{{.*}} = %arg0) -> (tensor<f32>)
  // CHECK: %[[K:.*]] = tensor.extract %arg1[] : tensor<i32>
  // CHECK: %[[N:.*]] = arith.index_cast %[[I]] : index to i32
  // CHECK: %[[S:.*]] = arith.muli %[[N]], %{{.*}} : i32
  // CHECK: arith.addi %[[K]], %[[S]] : i32
  // CHECK: scf.yield %{{.*}} : tensor<f32>
  // After five trips it has grown by 15.
  // CHECK: arith.constant 15 : i32
  // CHECK: %[[L:.*]] = tensor.from_elements
  // CHECK: return %[[R]], %[[L]]
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %c0, %j = %k, %a = %x) : tensor<i32>, tensor<i32>, tensor<f32>
   cond {
    %c5 = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %c5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.convert %j : (tensor<i32>) -> tensor<f32>
    %2 = stablehlo.add %a, %1 : tensor<f32>
    %c1 = stablehlo.constant dense<1> : tensor<i32>
    %3 = stablehlo.add %i, %c1 : tensor<i32>
    %c3 = stablehlo.constant dense<3> : tensor<i32>
    %4 = stablehlo.add %c3, %j : tensor<i32>
    stablehlo.return %3, %4, %2 : tensor<i32>, tensor<i32>, tensor<f32>
  }
  return %0#2, %0#1 : tensor<f32>, tensor<i32>
}
