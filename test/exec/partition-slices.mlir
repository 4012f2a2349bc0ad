// RUN: plait-opt %s --plait-import --plait-test-equivalence -split-input-file | FileCheck %s
// Tests slices, pads, concatenations and dynamic slices of split dimensions on 8
// simulated devices against one.

// A slice of a split dimension.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<7x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %r = stablehlo.slice %a [2:9, 1:5] : (tensor<10x6xf32>) -> tensor<7x4xf32>
  return %r : tensor<7x4xf32>
}

// -----

// A strided slice.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<3x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
  %r = stablehlo.slice %a [1:10:3, 0:6] : (tensor<10x6xf32>) -> tensor<3x6xf32>
  return %r : tensor<3x6xf32>
}

// -----

// Padding of a split dimension.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<13x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %z = stablehlo.constant dense<1.5> : tensor<f32>
  %r = stablehlo.pad %a, %z, low = [1, 0], high = [2, 0], interior = [0, 0] : (tensor<10x6xf32>, tensor<f32>) -> tensor<13x6xf32>
  return %r : tensor<13x6xf32>
}

// -----

// Interior and negative padding.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<19x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
  %z = stablehlo.constant dense<1.5> : tensor<f32>
  %r = stablehlo.pad %a, %z, low = [-1, 0], high = [1, 1], interior = [1, 0] : (tensor<10x6xf32>, tensor<f32>) -> tensor<19x7xf32>
  return %r : tensor<19x7xf32>
}

// -----

// Concatenation along a split dimension: no value is added up.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %b: tensor<5x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<9x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %r = stablehlo.concatenate %a, %b, dim = 0 : (tensor<4x6xf32>, tensor<5x6xf32>) -> tensor<9x6xf32>
  return %r : tensor<9x6xf32>
}

// -----

// Reversal of a split dimension.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %r = stablehlo.reverse %a, dims = [0] : tensor<10x6xf32>
  return %r : tensor<10x6xf32>
}

// -----

// A roll by one.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.slice %a [15:16] : (tensor<16xf32>) -> tensor<1xf32>
  %1 = stablehlo.slice %a [0:15] : (tensor<16xf32>) -> tensor<15xf32>
  %r = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xf32>, tensor<15xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// -----

// A start beyond the end is clamped against the global extent.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<2x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.constant dense<7> : tensor<i32>
  %r = stablehlo.dynamic_slice %a, %z, %s, sizes = [2, 6] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// -----

// One column of many devices.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<2x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.constant dense<5> : tensor<i32>
  %r = stablehlo.dynamic_slice %a, %z, %s, sizes = [2, 1] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x1xf32>
  return %r : tensor<2x1xf32>
}

// -----

// One column, start beyond the end.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<2x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.constant dense<11> : tensor<i32>
  %r = stablehlo.dynamic_slice %a, %z, %s, sizes = [2, 1] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x1xf32>
  return %r : tensor<2x1xf32>
}

// -----

// One column, negative start.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}]>}) -> (tensor<2x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.constant dense<-3> : tensor<i32>
  %r = stablehlo.dynamic_slice %a, %z, %s, sizes = [2, 1] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x1xf32>
  return %r : tensor<2x1xf32>
}

// -----

// An update beyond the end moves back.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<2x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %u: tensor<2x1xf32> ) -> (tensor<2x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.constant dense<12> : tensor<i32>
  %r = stablehlo.dynamic_update_slice %a, %u, %z, %s : (tensor<2x10xf32>, tensor<2x1xf32>, tensor<i32>, tensor<i32>) -> tensor<2x10xf32>
  return %r : tensor<2x10xf32>
}

// -----

// A wide update of a split dimension.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<2x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %u: tensor<2x3xf32> ) -> (tensor<2x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.constant dense<9> : tensor<i32>
  %r = stablehlo.dynamic_update_slice %a, %u, %z, %s : (tensor<2x10xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x10xf32>
  return %r : tensor<2x10xf32>
}

// -----

// One column of uneven shards.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<2x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %u: tensor<2x1xf32> ) -> (tensor<2x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.constant dense<7> : tensor<i32>
  %r = stablehlo.dynamic_update_slice %a, %u, %z, %s : (tensor<2x10xf32>, tensor<2x1xf32>, tensor<i32>, tensor<i32>) -> tensor<2x10xf32>
  return %r : tensor<2x10xf32>
}
