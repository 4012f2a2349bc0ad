// RUN: plait-opt %s --plait-codegen-cpu-plan-arena --canonicalize | FileCheck %s
// Tests that what a cached gather brings waits behind the device's part of the arena, and shares no byte with it.

plait.mesh @mesh = <"node"=2, "local"=4>
// CHECK-LABEL: func @main
// CHECK-SAME: %[[ARENA:[a-z0-9]+]]: memref<192xi8> {cpu.host_bytes = 64 : i64})
func.func @main(%x: memref<4xf32>, %y: memref<32xf32>) {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK-DAG: %[[BEHIND:.*]] = arith.constant 128 : index
  // CHECK-DAG: %[[CACHE:.*]] = memref.view %[[ARENA]][%[[BEHIND]]][] : memref<192xi8> to memref<8xf32>
  // CHECK: coll.all_gather_start %{{.*}} into %[[CACHE]]
  // CHECK: %[[WHOLE:.*]] = memref.view %[[ARENA]][%[[ZERO]]][] : memref<192xi8> to memref<32xf32>
  // CHECK: coll.all_gather_start %[[CACHE]] into %[[WHOLE]]
  %cache = memref.alloc() : memref<8xf32>
  %h = coll.all_gather_start %x into %cache dim 0 over @mesh["node"] site <0 cache "gather window cache of w over node"> : (memref<4xf32>, memref<8xf32>) -> !coll.request
  coll.wait %h, %x, %cache : (!coll.request, memref<4xf32>, memref<8xf32>) -> ()
  %whole = memref.alloc() : memref<32xf32>
  %g = coll.all_gather_start %cache into %whole dim 0 over @mesh["local"] site <1 partition "gather window fwd of w over local"> : (memref<8xf32>, memref<32xf32>) -> !coll.request
  coll.wait %g, %cache, %whole : (!coll.request, memref<8xf32>, memref<32xf32>) -> ()
  memref.copy %whole, %y : memref<32xf32> to memref<32xf32>
  return
}
