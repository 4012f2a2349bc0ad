// RUN: plait-opt %s --plait-lower-entry -split-input-file -verify-diagnostics
// Tests that a module holds one public function, on static buffers.

// expected-error@+1 {{must hold one public function}}
module {
  cpu.interface arguments [] results []
}

// -----

// expected-error@+1 {{must hold one public function}}
module {
  cpu.interface arguments [] results []
  func.func private @main(%arena: memref<64xi8>) {
    return
  }
}

// -----

module {
  cpu.interface arguments [] results []
  func.func @main(%arena: memref<64xi8>) {
    return
  }
  // expected-error@+1 {{must be private beside main, got also: main}}
  func.func @helper() {
    return
  }
}

// -----

module {
  cpu.interface arguments [] results []
  // expected-error@+1 {{must take static contiguous buffers, got: 'memref<?xi8>'}}
  func.func @dynamic(%arena: memref<?xi8>) {
    return
  }
}

// -----

module {
  cpu.interface arguments [] results []
  // expected-error@+1 {{must take static contiguous buffers, got: 'memref<4x4xf32, strided<[8, 1]>>'}}
  func.func @gaps(%x: memref<4x4xf32, strided<[8, 1]>>) {
    return
  }
}

// -----

module {
  cpu.interface arguments [] results []
  // expected-error@+1 {{must take static contiguous buffers, got: 'i32'}}
  func.func @scalar(%x: i32) {
    return
  }
}
