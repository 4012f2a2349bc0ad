// RUN: plait-opt %s --plait-import-legacy-shardings -split-input-file -verify-diagnostics
// Tests what is wrong in a sharding string; functions are named after what is wrong.

// expected-error@+1 {{column 2: there must be a kind of sharding, got: 'tiled}}
func.func @kind(%x: tensor<8x8xf32> {mhlo.sharding = "{tiled}"}) {
  return
}

// -----

// expected-error@+1 {{column 15: tile dimensions must be at least 1 and make at most 65536 devices}}
func.func @zero_tile(%x: tensor<8x8xf32> {mhlo.sharding = "{devices=[0,4]<=[4]}"}) {
  return
}

// -----

// expected-error@+1 {{column 20: the iota must have 4 devices}}
func.func @iota_size(%x: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,2]<=[8]}"}) {
  return
}

// -----

// expected-error@+1 {{column 28: the transposition must be a permutation of the 2 dimensions of the iota}}
func.func @permutation(%x: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,2]<=[2,2]T(0,0)}"}) {
  return
}

// -----

// expected-error@+1 {{column 22: the devices must be 0 to 3, each once, got: 2}}
func.func @device_twice(%x: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,2]0,1,2,2}"}) {
  return
}

// -----

// expected-error@+1 {{column 20: there must be 4 devices, got: 3}}
func.func @device_count(%x: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,2]0,1,2}"}) {
  return
}

// -----

// expected-error@+1 {{column 37: there must be manual, replicated or unreduced, got: 'other}}
func.func @trailing_kind(%x: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dims={other}}"}) {
  return
}

// -----

// expected-error@+1 {{column 53: there must be a tile dimension per trailing kind, got: 1}}
func.func @trailing_count(%x: tensor<8x8xf32> {mhlo.sharding = "{devices=[4]<=[4] last_tile_dims={manual,replicated}}"}) {
  return
}

// -----

// expected-error@+1 {{there must be '}' after the metadata, got: 'op_name=1'}}
func.func @metadata(%x: tensor<8x8xf32> {mhlo.sharding = "{replicated metadata={op_name=1"}) {
  return
}

// -----

// expected-error@+1 {{column 34: tuples must nest at most 32 deep}}
func.func @nesting(%x: tensor<8x8xf32> {mhlo.sharding = "{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}"}) {
  return
}
