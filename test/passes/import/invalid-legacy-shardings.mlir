// RUN: plait-opt %s --plait-import-legacy-shardings -split-input-file -verify-diagnostics
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

// -----

func.func @two_annotated(%x: tensor<2xf32>) {
  // expected-error@+1 {{must annotate one value, got: 'tensor<2xf32>', 'tensor<2xf32>'}}
  %0 = stablehlo.custom_call @Sharding(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @type_changes(%x: tensor<2xf32>) {
  // expected-error@+1 {{must annotate one value, got: 'tensor<2xf32>'}}
  %0 = stablehlo.custom_call @Sharding(%x) : (tensor<2xf32>) -> tensor<2xi32>
  return
}
