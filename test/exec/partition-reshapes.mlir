// RUN: plait-opt %s --plait-import --plait-test-equivalence -split-input-file | FileCheck %s
// Tests reshapes, transpositions and broadcasts of split dimensions on 8 simulated
// devices against one.

// Splitting a dimension that is split.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x3x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}]>}) {
  %r = stablehlo.reshape %a : (tensor<8x12xf32>) -> tensor<8x3x4xf32>
  return %r : tensor<8x3x4xf32>
}

// -----

// Joining dimensions, the minor one split.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> (tensor<48xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %r = stablehlo.reshape %a : (tensor<8x6xf32>) -> tensor<48xf32>
  return %r : tensor<48xf32>
}

// -----

// Joining dimensions, the major one split unevenly.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<6x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<30xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %r = stablehlo.reshape %a : (tensor<6x5xf32>) -> tensor<30xf32>
  return %r : tensor<30xf32>
}

// -----

// Splitting unevenly.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<30xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}) -> (tensor<3x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
  %r = stablehlo.reshape %a : (tensor<30xf32>) -> tensor<3x10xf32>
  return %r : tensor<3x10xf32>
}

// -----

// A reshape that keeps nothing.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<6x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) -> (tensor<4x15xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %r = stablehlo.reshape %a : (tensor<6x10xf32>) -> tensor<4x15xf32>
  return %r : tensor<4x15xf32>
}

// -----

// Dimensions of size one.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<1x10x1x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}, {}, {}]>}) {
  %r = stablehlo.reshape %a : (tensor<10x6xf32>) -> tensor<1x10x1x6xf32>
  return %r : tensor<1x10x1x6xf32>
}

// -----

// Transposition to another layout.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<6x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %r = stablehlo.transpose %a, dims = [1, 0] : (tensor<10x6xf32>) -> tensor<6x10xf32>
  return %r : tensor<6x10xf32>
}

// -----

// Broadcast along a split dimension.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<6x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
  %r = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<10xf32>) -> tensor<6x10xf32>
  return %r : tensor<6x10xf32>
}

// -----

// A vector over all devices becomes a matrix.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
  %r = stablehlo.reshape %a : (tensor<32xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
