// RUN: plait-opt %s --plait-codegen-cpu-verify -split-input-file | FileCheck %s
// Tests what may happen between a start and its wait: reads of what is sent, and other bytes of the arena.

plait.mesh @mesh = <"x"=2>
func.func private @sum(%a: memref<4xf32>, %b: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %v = memref.load %a[%c0] : memref<4xf32>
  memref.store %v, %b[%c0] : memref<4xf32>
  return
}
// CHECK-LABEL: func @other_bytes
func.func @other_bytes(%arena: memref<128xi8>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<4xf32>
  %b = memref.view %arena[%c16][] : memref<128xi8> to memref<4xf32>
  %c = memref.view %arena[%c32][] : memref<128xi8> to memref<4xf32>
  %h = coll.all_reduce_start %a into %b sum over @mesh["x"] site <0 user "a"> : (memref<4xf32>, memref<4xf32>) -> !coll.request
  func.call @sum(%a, %c) : (memref<4xf32>, memref<4xf32>) -> ()
  coll.wait %h, %a, %b : (!coll.request, memref<4xf32>, memref<4xf32>) -> ()
  func.call @sum(%c, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

plait.mesh @mesh = <"x"=2>
// Columns beside the one row that is in flight.
// CHECK-LABEL: func @between_its_steps
func.func @between_its_steps(%s: memref<4x8xf32>, %d: memref<2xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %a = memref.subview %s[1, 0] [1, 2] [1, 1] : memref<4x8xf32> to memref<2xf32, strided<[1], offset: 8>>
  %column = memref.subview %s[0, 5] [4, 1] [1, 1] : memref<4x8xf32> to memref<4xf32, strided<[8], offset: 5>>
  %h = coll.all_reduce_start %a into %d sum over @mesh["x"] site <0 user "a"> : (memref<2xf32, strided<[1], offset: 8>>, memref<2xf32>) -> !coll.request
  memref.store %v, %column[%c0] : memref<4xf32, strided<[8], offset: 5>>
  coll.wait %h, %a, %d : (!coll.request, memref<2xf32, strided<[1], offset: 8>>, memref<2xf32>) -> ()
  return
}
