// RUN: plait-opt %s --plait-import --plait-test-equivalence -split-input-file | FileCheck %s
// Tests reductions over split dimensions, with padding and with inits that are not
// neutral, on 8 simulated devices against one.

// add of 10x6 over [0], split as [['x'], ['y']], from 0.0.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %i = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0] : (tensor<10x6xf32>, tensor<f32>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// -----

// add of 10x6 over [0], split as [['x'], ['y']], from 2.5.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  %i = stablehlo.constant dense<2.5> : tensor<f32>
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0] : (tensor<10x6xf32>, tensor<f32>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// -----

// add of 8x6 over [0, 1], split as [['x'], ['y']], from 0.0.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
  %i = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// maximum of 10x6 over [0], split as [['x'], []], from 0xFF800000.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.maximum across dimensions = [0] : (tensor<10x6xf32>, tensor<f32>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// -----

// maximum of 10x7 over [1], split as [['x'], ['y']], from 0.25.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %i = stablehlo.constant dense<0.25> : tensor<f32>
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<10x7xf32>, tensor<f32>) -> tensor<10xf32>
  return %r : tensor<10xf32>
}

// -----

// minimum of 2x6 over [0], split as [['x'], ['y']], from 0x7F800000.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<2x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  %i = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.minimum across dimensions = [0] : (tensor<2x6xf32>, tensor<f32>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// -----

// multiply of 9x3 over [0], split as [['x'], []], from 1.0.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<9x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %i = stablehlo.constant dense<1.0> : tensor<f32>
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.multiply across dimensions = [0] : (tensor<9x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

// multiply of 8x3 over [0], split as [['x', 'y'], []], from 3.0.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %i = stablehlo.constant dense<3.0> : tensor<f32>
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.multiply across dimensions = [0] : (tensor<8x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

// add of 10x6 over [0], split as [['x'], ['y']], from 5.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %i = stablehlo.constant dense<5> : tensor<i32>
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0] : (tensor<10x6xi32>, tensor<i32>) -> tensor<6xi32>
  return %r : tensor<6xi32>
}

// -----

// and of 10x6 over [0], split as [['x'], ['y']], from true.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<6xi1> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %i = stablehlo.constant dense<true> : tensor<i1>
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.and across dimensions = [0] : (tensor<10x6xi1>, tensor<i1>) -> tensor<6xi1>
  return %r : tensor<6xi1>
}

// -----

// or of 6x10 over [1], split as [[], ['x']], from false.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<6x10xi1> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<6xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  %i = stablehlo.constant dense<false> : tensor<i1>
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.or across dimensions = [1] : (tensor<6x10xi1>, tensor<i1>) -> tensor<6xi1>
  return %r : tensor<6xi1>
}

// -----

// xor of 10 over [0], split as [['y', 'x']], from 3.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}]>}) -> (tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
  %i = stablehlo.constant dense<3> : tensor<i32>
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.xor across dimensions = [0] : (tensor<10xi32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// -----

// Softmax along 11 columns over 4 devices: padding stays out of the maximum and of the sum.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<6x11xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) -> (tensor<6x11xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
  %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%a init: %ninf) applies stablehlo.maximum across dimensions = [1] : (tensor<6x11xf32>, tensor<f32>) -> tensor<6xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<6xf32>) -> tensor<6x11xf32>
  %d = stablehlo.subtract %a, %mb : tensor<6x11xf32>
  %e = stablehlo.exponential %d : tensor<6x11xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<6x11xf32>, tensor<f32>) -> tensor<6xf32>
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<6xf32>) -> tensor<6x11xf32>
  %r = stablehlo.divide %e, %sb : tensor<6x11xf32>
  return %r : tensor<6x11xf32>
}

// -----

// The place of the largest: indices are not added up.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<6x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, tensor<6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %ix = stablehlo.iota dim = 1 : tensor<6x10xi32>
  %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%a init: %ninf), (%ix init: %zero) across dimensions = [1] : (tensor<6x10xf32>, tensor<6x10xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>)
   reducer(%v: tensor<f32>, %w: tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) {
    %c = stablehlo.compare GE, %v, %w, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %0 = stablehlo.select %c, %v, %w : tensor<i1>, tensor<f32>
    %1 = stablehlo.select %c, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %0, %1 : tensor<f32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<6xf32>, tensor<6xi32>
}
