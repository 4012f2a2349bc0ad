// RUN: plait-opt %s --plait-codegen-cpu-verify -split-input-file -verify-diagnostics
// Tests that what is in flight is left alone until its wait, whatever made the buffers share bytes, and has no gaps.

plait.mesh @mesh = <"x"=2>
// The next gradients are written where the last ones are still being sent.
func.func @sent_buffer_is_written(%a: memref<1xf32>, %d: memref<1xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  // expected-note @below {{the start}}
  %h = coll.all_reduce_start %a into %d sum over @mesh["x"] site <0 user "a"> : (memref<1xf32>, memref<1xf32>) -> !coll.request
  // expected-error @below {{'memref.store' op must not write a buffer that is being sent before the wait}}
  memref.store %v, %a[%c0] : memref<1xf32>
  coll.wait %h, %a, %d : (!coll.request, memref<1xf32>, memref<1xf32>) -> ()
  return
}

// -----

plait.mesh @mesh = <"x"=2>
// The sum is read before it is there.
func.func @received_buffer_is_read(%a: memref<1xf32>, %d: memref<1xf32>, %r: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  // expected-note @below {{the start}}
  %h = coll.all_reduce_start %a into %d sum over @mesh["x"] site <0 user "a"> : (memref<1xf32>, memref<1xf32>) -> !coll.request
  // expected-error @below {{'memref.load' op must not touch a buffer that is being received before the wait}}
  %v = memref.load %d[%c0] : memref<1xf32>
  memref.store %v, %r[%c0] : memref<1xf32>
  coll.wait %h, %a, %d : (!coll.request, memref<1xf32>, memref<1xf32>) -> ()
  return
}

// -----

plait.mesh @mesh = <"x"=2>
func.func private @fill(%b: memref<4xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  memref.store %v, %b[%c0] : memref<4xf32>
  return
}
// A kernel's scratch, planned over the second half of what is being sent.
func.func @arena_overlaps(%arena: memref<128xi8>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<4xf32>
  %scratch = memref.view %arena[%c8][] : memref<128xi8> to memref<4xf32>
  %d = memref.view %arena[%c64][] : memref<128xi8> to memref<4xf32>
  // expected-note @below {{the start}}
  %h = coll.all_reduce_start %a into %d sum over @mesh["x"] site <0 user "a"> : (memref<4xf32>, memref<4xf32>) -> !coll.request
  // expected-error @below {{'func.call' op must not write a buffer that is being sent before the wait}}
  func.call @fill(%scratch, %v) : (memref<4xf32>, f32) -> ()
  coll.wait %h, %a, %d : (!coll.request, memref<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

plait.mesh @mesh = <"x"=2>
// One destination for two flights.
func.func @received_twice(%a: memref<4xf32>, %b: memref<4xf32>, %d: memref<4xf32>) {
  // expected-note @below {{the start}}
  %h = coll.all_reduce_start %a into %d sum over @mesh["x"] site <0 user "a"> : (memref<4xf32>, memref<4xf32>) -> !coll.request
  // expected-error @below {{'coll.all_reduce_start' op must not touch a buffer that is being received before the wait}}
  %g = coll.all_reduce_start %b into %d sum over @mesh["x"] site <1 user "b"> : (memref<4xf32>, memref<4xf32>) -> !coll.request
  coll.wait %h, %a, %d : (!coll.request, memref<4xf32>, memref<4xf32>) -> ()
  coll.wait %g, %b, %d : (!coll.request, memref<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

plait.mesh @mesh = <"x"=2>
// Column 0 of [[1, 2], [3, 4]]: by a pointer and a count it would be the first row.
func.func @sends_a_column(%m: memref<2x2xf32>, %d: memref<4xf32>) {
  %column = memref.subview %m[0, 0] [2, 1] [1, 1] : memref<2x2xf32> to memref<2xf32, strided<[2]>>
  // expected-error @below {{'coll.all_gather' op must move a buffer without gaps, got: 'memref<2xf32, strided<[2]>>'}}
  coll.all_gather %column into %d dim 0 over @mesh["x"] site <0 user "c"> : (memref<2xf32, strided<[2]>>, memref<4xf32>) -> ()
  return
}
