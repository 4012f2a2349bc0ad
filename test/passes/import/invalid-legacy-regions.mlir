// RUN: plait-opt %s --plait-import-legacy-shardings -split-input-file -verify-diagnostics
// Tests regions for one device that begin, end or read what they may not.
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> tensor<8xf32> {
  // expected-error @below {{must read a custom call @Sharding, which says how the whole value lies}}
  %0 = stablehlo.custom_call @SPMDFullToShardShape(%x) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
  %1 = stablehlo.custom_call @SPMDShardToFullShape(%0) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

func.func @main(%x: tensor<8xf32>, %y: tensor<2xf32>) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
  // expected-error @below {{in a region for one device must read what a custom call @SPMDFullToShardShape gives, got: 'tensor<2xf32>'}}
  %2 = stablehlo.add %1, %y : tensor<2xf32>
  %3 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
  return %3 : tensor<8xf32>
}

// -----

func.func @main(%x: tensor<8xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<8xf32>) -> tensor<8xf32>
  // expected-error @below {{must begin a region that a custom call @SPMDShardToFullShape ends}}
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<2xf32>) {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
  %2 = stablehlo.custom_call @SPMDShardToFullShape(%1) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<2xf32>) -> tensor<8xf32>
  // expected-error @below {{must not read what a region for one device holds: a custom call @SPMDShardToFullShape is missing}}
  return %2, %1 : tensor<8xf32>, tensor<2xf32>
}

// -----

func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<2xf32>
  // expected-error @below {{must say how the whole value lies, got: "{manual}"}}
  %2 = stablehlo.custom_call @SPMDShardToFullShape(%1) {mhlo.sharding = "{manual}"} : (tensor<2xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// -----

func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @below {{'mhlo.sharding' must not be manual outside of a region for one device, got: "{devices=[2,1,2]<=[4] last_tile_dims={manual}}"}}
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dims={manual}}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{'mhlo.sharding' must have one sharding per result, got: "{{devices=[2]<=[2]}, {replicated}}"}}
  %0 = stablehlo.exponential %x {mhlo.sharding = "{{devices=[2]<=[2]}, {replicated}}"} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// expected-error @below {{a program with a plait.mesh must say shardings as plait.sharding, got: mhlo.sharding}}
plait.mesh @mesh = <"x"=4>
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// -----

sdy.mesh @a = <["x"=4]>
// expected-error @below {{the mesh of 'mhlo.sharding' must be the only one, got: @a and @b}}
sdy.mesh @b = <["x"=2, "y"=2]>
func.func @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
