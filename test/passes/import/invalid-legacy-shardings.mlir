// RUN: plait-opt %s --plait-import-convert -split-input-file -verify-diagnostics
// Tests sharding strings that do not fit.

// expected-error@+1 {{'mhlo.sharding' must be a sharding, got: "{devices=[2,}"}}
func.func @main(%arg0: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,}"}) {
  return
}

// -----

// expected-error@+1 {{'mhlo.sharding' must be along axes of the mesh, got: "{devices=[4]<=[4]}"}}
func.func @main(%arg0: tensor<8x8xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) {
  return
}
