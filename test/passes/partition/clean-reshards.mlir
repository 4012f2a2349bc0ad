// RUN: plait-opt %s --plait-partition-clean-reshards | FileCheck %s
// Tests that equal reshards are merged, chains shortened and loops relieved.
#r = #plait.sharding<@mesh, [{}, {}]>
#x = #plait.sharding<@mesh, [{"x"}, {}]>
#x1 = #plait.sharding<@mesh, [{}, {"x"}]>
#s = #plait.sharding<@mesh, []>
#p = #plait.sharding<@mesh, [{}, {}], partial = {"x" : sum}>
plait.mesh @mesh = <"x"=4>

// CHECK-LABEL: func @merges_equal
func.func @merges_equal(%0: tensor<8x8xf32, #x>) -> (tensor<8x8xf32, #r>, tensor<8x8xf32, #r>) {
  // CHECK: %[[R:.*]] = plait.reshard
  // CHECK-NOT: plait.reshard
  // CHECK: return %[[R]], %[[R]]
  %1 = plait.reshard %0 : tensor<8x8xf32, #x> -> tensor<8x8xf32, #r>
  %2 = plait.reshard %0 : tensor<8x8xf32, #x> -> tensor<8x8xf32, #r>
  return %1, %2 : tensor<8x8xf32, #r>, tensor<8x8xf32, #r>
}

// CHECK-LABEL: func @shortens_chain
func.func @shortens_chain(%0: tensor<8x8xf32, #x>) -> tensor<8x8xf32, #x1> {
  // CHECK: plait.reshard %{{.*}} [{"x"}, {}]>> -> {{.*}} [{}, {"x"}]>>
  // CHECK-NOT: plait.reshard
  %1 = plait.reshard %0 : tensor<8x8xf32, #x> -> tensor<8x8xf32, #r>
  %2 = plait.reshard %1 : tensor<8x8xf32, #r> -> tensor<8x8xf32, #x1>
  return %2 : tensor<8x8xf32, #x1>
}

// A sum that is needed whole by one use and cut by another is reduced once: the
// cut is free.
// CHECK-LABEL: func @keeps_shared_middle
func.func @keeps_shared_middle(%0: tensor<8x8xf32, #p>) -> (tensor<8x8xf32, #r>, tensor<8x8xf32, #x>) {
  // CHECK: %[[R:.*]] = plait.reshard %{{.*}} partial
  // CHECK: %[[C:.*]] = plait.reshard %[[R]]
  // CHECK: return %[[R]], %[[C]]
  %1 = plait.reshard %0 : tensor<8x8xf32, #p> -> tensor<8x8xf32, #r>
  %2 = plait.reshard %1 : tensor<8x8xf32, #r> -> tensor<8x8xf32, #x>
  return %1, %2 : tensor<8x8xf32, #r>, tensor<8x8xf32, #x>
}

// CHECK-LABEL: func @there_and_back
func.func @there_and_back(%0: tensor<8x8xf32, #x>) -> tensor<8x8xf32, #x> {
  // CHECK-NOT: plait.reshard
  %1 = plait.reshard %0 : tensor<8x8xf32, #x> -> tensor<8x8xf32, #x1>
  %2 = plait.reshard %1 : tensor<8x8xf32, #x1> -> tensor<8x8xf32, #x>
  return %2 : tensor<8x8xf32, #x>
}

// CHECK-LABEL: func @leaves_loop
func.func @leaves_loop(%w: tensor<8x8xf32, #x>, %init: tensor<8x8xf32, #r>) -> tensor<8x8xf32, #r> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // CHECK: plait.reshard
  // CHECK: scf.for
  // CHECK-NOT: plait.reshard
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %init) -> tensor<8x8xf32, #r> {
    %1 = plait.reshard %w : tensor<8x8xf32, #x> -> tensor<8x8xf32, #r>
    %2 = arith.addf %acc, %1 : tensor<8x8xf32, #r>
    scf.yield %2 : tensor<8x8xf32, #r>
  }
  return %r : tensor<8x8xf32, #r>
}

// A branch that is not taken communicates nothing.
// CHECK-LABEL: func @stays_in_branch
func.func @stays_in_branch(%w: tensor<8x8xf32, #x>, %c: i1, %other: tensor<8x8xf32, #r>) -> tensor<8x8xf32, #r> {
  // CHECK: scf.if
  // CHECK-NEXT: plait.reshard
  %r = scf.if %c -> tensor<8x8xf32, #r> {
    %1 = plait.reshard %w : tensor<8x8xf32, #x> -> tensor<8x8xf32, #r>
    scf.yield %1 : tensor<8x8xf32, #r>
  } else {
    scf.yield %other : tensor<8x8xf32, #r>
  }
  return %r : tensor<8x8xf32, #r>
}
