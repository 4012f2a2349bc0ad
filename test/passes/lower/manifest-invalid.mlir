// RUN: plait-opt %s --plait-lower-entry -split-input-file -verify-diagnostics
// Tests what an entry of the interface must say.

// expected-error@+1 {{entries must be dictionaries, got: 3 : i64}}
cpu.interface arguments [3] results []
func.func @main(%x: memref<4xf32>, %arena: memref<64xi8>) {
  return
}

// -----

// expected-error@+1 {{entries must be dictionaries, got: "y"}}
cpu.interface arguments [] results ["y"]
func.func @main(%x: memref<4xf32>, %arena: memref<64xi8>) {
  return
}

// -----

// expected-error@+1 {{entries must have a name, a local and a global type, got: }}
cpu.interface arguments [{local = tensor<4xf32>, global = tensor<4xf32>}] results []
func.func @main(%x: memref<4xf32>, %arena: memref<64xi8>) {
  return
}

// -----

// expected-error@+1 {{entries must have a name, a local and a global type, got: }}
cpu.interface arguments [{name = "x", global = tensor<4xf32>}] results []
func.func @main(%x: memref<4xf32>, %arena: memref<64xi8>) {
  return
}

// -----

// expected-error@+1 {{entries must have a name, a local and a global type, got: }}
cpu.interface arguments [{name = "x", local = tensor<4xf32>}] results []
func.func @main(%x: memref<4xf32>, %arena: memref<64xi8>) {
  return
}

// -----

// expected-error@+1 {{entries must have a name, a local and a global type, got: }}
cpu.interface arguments [] results [{name = "y", local = memref<4xf32>, global = tensor<4xf32>}]
func.func @main(%x: memref<4xf32>, %arena: memref<64xi8>) {
  return
}
