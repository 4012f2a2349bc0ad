// RUN: plait-opt %s --plait-import-verify -split-input-file -verify-diagnostics
// Tests what must not be left after import.

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'stablehlo.negate' op must not be left after import}}
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main() {
  return
}
// expected-error@+1 {{'func.func' op must not be left after import: only meshes and main}}
func.func private @f() {
  return
}

// -----

// expected-error@+1 {{types must be static and signless after import, got: 'tensor<?xf32>'}}
func.func @main(%x: tensor<?xf32>) {
  return
}

// -----

// expected-error@+1 {{types must be static and signless after import, got: 'tensor<4xui8>'}}
func.func @main(%x: tensor<4xui8>) {
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'coll.all_reduce' op must not be left after import}}
  %0 = coll.all_reduce %x sum over @mesh["x"] site <0 user "outside"> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{'plait.kernel' op must not be there before propagate}}
  %0 = plait.kernel "copy" flops 0 bytes 0 predicted_ns 0 -> (tensor<8xf32>) {
    plait.yield %x : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

// expected-error@+1 {{the program must have a function 'main'}}
module {
}

// -----

func.func @main() {
  // expected-error@+1 {{'tensor.empty' op tensors must have less than 2^47 bytes, got: 'tensor<4294967296x4294967296xf32>'}}
  %0 = tensor.empty() : tensor<4294967296x4294967296xf32>
  return
}
