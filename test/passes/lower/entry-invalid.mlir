// RUN: plait-opt %s --plait-lower-entry -split-input-file -verify-diagnostics
// Tests what lower does not take.
// expected-error @+1 {{must hold one cpu.interface, got: 0}}
module {
  func.func @main(%arena: memref<64xi8>) {
    return
  }
}
// -----
module {
  cpu.interface arguments [] results []
  // expected-error @+1 {{must take arguments, results and the arena, 1, got: 2}}
  func.func @main(%x: memref<4xf32>, %arena: memref<64xi8>) {
    return
  }
}
// -----
module {
  cpu.interface arguments [] results []
  // expected-error @+1 {{must give no results, got: 1}}
  func.func @main(%arena: memref<64xi8>) -> memref<64xi8> {
    return %arena : memref<64xi8>
  }
}
// -----
plait.mesh @mesh = <"x"=2>
cpu.interface arguments [] results []
func.func @main(%arena: memref<128xi8>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<4xf32>
  %b = memref.view %arena[%c64][] : memref<128xi8> to memref<4xf32>
  // expected-error @+1 {{must combine as the runtime can, got: maxnum}}
  coll.all_reduce %a into %b maxnum over @mesh["x"] site <0 user "a"> : (memref<4xf32>, memref<4xf32>) -> ()
  return
}
// -----
// expected-error @+1 {{'x' must have an element type of NumPy, got: 'i7'}}
cpu.interface arguments [{name = "x", local = tensor<4xi7>, global = tensor<4xi7>}] results []
func.func @main(%x: memref<4xi7>, %arena: memref<64xi8>) {
  return
}
