// RUN: plait-opt %s --plait-codegen-cpu-tie-results -split-input-file | FileCheck %s
// Tests that results end in donated or new arguments, and what is recorded.
plait.mesh @mesh = <"x"=2>
// CHECK: cpu.interface
// CHECK-SAME: arguments [{alias = 1 : i64, global = tensor<4xf32>, local = tensor<4xf32>, name = "w", state = #plait.state<parameter>},
// CHECK-SAME: {global = tensor<8xf32>, local = tensor<4xf32>, name = "x", sharding = #plait.sharding<@mesh, [{"x"}]>}
// CHECK-SAME: results [{global = tensor<4xf32>, local = tensor<4xf32>, name = "y"}
// CHECK-SAME: name = "result1"
// CHECK-LABEL: func @main
// CHECK-SAME: %[[W:[^:]+]]: tensor<4xf32> {bufferization.writable = true}
// CHECK-SAME: %[[X:[^:]+]]: tensor<4xf32> {bufferization.writable = false}
// CHECK-SAME: %[[Y:[^:]+]]: tensor<4xf32> {bufferization.writable = true}
func.func @main(%w: tensor<4xf32> {plait.name = "w", plait.alias = 1 : i64, plait.state = #plait.state<parameter>},
                %x: tensor<4xf32> {plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"x"}]>, plait.global = tensor<8xf32>})
    -> (tensor<4xf32> {plait.name = "y"}, tensor<4xf32>) {
  // CHECK: %[[A:.*]] = arith.negf
  // CHECK: %[[B:.*]] = arith.addf
  // CHECK: %[[MA:.*]] = bufferization.materialize_in_destination %[[A]] in %[[Y]]
  // CHECK: %[[MB:.*]] = bufferization.materialize_in_destination %[[B]] in %[[W]]
  // CHECK: return %[[MA]], %[[MB]]
  %a = arith.negf %x : tensor<4xf32>
  %b = arith.addf %w, %x : tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// -----
// One value as two results: the second copies what is in the first.
// CHECK-LABEL: func @main
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[M:.*]] = bufferization.materialize_in_destination %{{.*}} in %{{.*}}
  // CHECK: bufferization.materialize_in_destination %[[M]] in
  %a = arith.negf %x : tensor<4xf32>
  return %a, %a : tensor<4xf32>, tensor<4xf32>
}

// -----
// Two donated arguments that change places are both copied first.
// CHECK-LABEL: func @main
func.func @main(%x: tensor<4xf32> {plait.alias = 1 : i64}, %y: tensor<4xf32> {plait.alias = 0 : i64}) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-DAG: bufferization.alloc_tensor() copy(%arg0)
  // CHECK-DAG: bufferization.alloc_tensor() copy(%arg1)
  return %x, %y : tensor<4xf32>, tensor<4xf32>
}

// -----
// A reshaped result: the destination is reshaped instead, so that what computes
// the value can write it.
// CHECK-LABEL: func @main
func.func @main(%x: tensor<4xf32>) -> tensor<2x2xf32> {
  // CHECK: %[[D:.*]] = tensor.collapse_shape %arg1
  // CHECK: %[[A:.*]] = arith.negf
  // CHECK: %[[M:.*]] = bufferization.materialize_in_destination %[[A]] in %[[D]]
  // CHECK: tensor.expand_shape %[[M]]
  %a = arith.negf %x : tensor<4xf32>
  %r = tensor.expand_shape %a [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// -----
// A flight that ends in a result goes there directly.
plait.mesh @mesh = <"x"=2>
// CHECK-LABEL: func @main
// CHECK-SAME: %[[X:[^:]+]]: tensor<4xf32> {{.*}}, %[[R:[^:]+]]: tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[H:.*]] = coll.all_reduce_start %[[X]] into %[[R]]
  // CHECK: %[[W:[^:]+]] = coll.wait %[[H]], %[[X]], %[[R]]
  // CHECK-NOT: materialize
  // CHECK: return %[[W]]
  %d = bufferization.alloc_tensor() : tensor<4xf32>
  %h = coll.all_reduce_start %x into %d sum over @mesh["x"] site <0 user "a"> : (tensor<4xf32>, tensor<4xf32>) -> !coll.request
  %r = coll.wait %h, %x, %d : (!coll.request, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
