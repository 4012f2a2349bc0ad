// RUN: plait-opt %s --plait-import-legacy-shardings -split-input-file -verify-diagnostics
// Tests that a sharding string of an argument is not manual.

// expected-error@+1 {{'mhlo.sharding' must not be manual, got: "{manual}"}}
func.func @main(%x: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,2]<=[4]}"}, %y: tensor<8x8xf32> {mhlo.sharding = "{manual}"}) {
  return
}

// -----

// expected-error@+1 {{'mhlo.sharding' must not be manual, got: "{devices=[2,1,2]<=[4] last_tile_dims={manual}}"}}
func.func @main(%x: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,2]<=[4]}"}, %y: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dims={manual}}"}) {
  return
}
