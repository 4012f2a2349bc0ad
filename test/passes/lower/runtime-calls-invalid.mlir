// RUN: plait-opt %s --plait-lower-entry -split-input-file -verify-diagnostics
// Tests that a collective moves elements that the runtime knows.

plait.mesh @mesh = <"x"=2>
cpu.interface arguments [] results []
func.func @main(%arena: memref<128xi8>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<4xi7>
  %b = memref.view %arena[%c64][] : memref<128xi8> to memref<8xi7>
  // expected-error@+1 {{must move elements that the runtime knows, got: 'i7'}}
  coll.all_gather %a into %b dim 0 over @mesh["x"] site <0 user "a"> : (memref<4xi7>, memref<8xi7>) -> ()
  return
}
