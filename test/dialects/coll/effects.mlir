// RUN: plait-opt %s --cse --canonicalize --loop-invariant-code-motion | FileCheck %s
// Tests that no upstream pass merges, drops, sinks or hoists a collective.

plait.mesh @mesh = <"data"=4>

// CHECK-LABEL: func @twice_and_unused
func.func @twice_and_unused(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-COUNT-3: coll.all_reduce
  %0 = coll.all_reduce %x sum over @mesh["data"] site <0 partition "a"> : (tensor<8xf32>) -> tensor<8xf32>
  %1 = coll.all_reduce %x sum over @mesh["data"] site <0 partition "a"> : (tensor<8xf32>) -> tensor<8xf32>
  %2 = coll.all_reduce %x max over @mesh["data"] site <1 partition "b"> : (tensor<8xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func @stays_in_loop
func.func @stays_in_loop(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  // CHECK-NEXT: coll.all_reduce
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<8xf32> {
    %0 = coll.all_reduce %x sum over @mesh["data"] site <0 partition "a"> : (tensor<8xf32>) -> tensor<8xf32>
    %1 = arith.addf %a, %0 : tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
