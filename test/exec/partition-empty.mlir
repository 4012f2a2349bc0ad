// RUN: plait-opt %s --plait-import --plait-test-equivalence -split-input-file | FileCheck %s
// Tests tensors without elements whose other dimensions are split, evenly and
// not: nothing is cut out of them and nothing is sent but sums of nothing.

// CHECK: equivalence: 6 devices, 1 results,
sdy.mesh @mesh = <["x"=2, "y"=3]>
func.func @main() -> (tensor<4x0x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}]>}) {
  %a = stablehlo.constant dense<> : tensor<4x0x7xf32>
  %s = sdy.sharding_constraint %a <@mesh, [{"x"}, {}, {"y"}]> : tensor<4x0x7xf32>
  %w = stablehlo.iota dim = 0 : tensor<7x5xf32>
  %r = stablehlo.dot_general %s, %w, contracting_dims = [2] x [0] : (tensor<4x0x7xf32>, tensor<7x5xf32>) -> tensor<4x0x5xf32>
  return %r : tensor<4x0x5xf32>
}

// -----

// A sum of nothing is zero on all devices.
// CHECK: equivalence: 4 devices, 1 results,
sdy.mesh @mesh = <["x"=4]>
func.func @main(%b: tensor<6x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<6x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %a = stablehlo.constant dense<> : tensor<6x0xf32>
  %s = sdy.sharding_constraint %a <@mesh, [{"x"}, {}]> : tensor<6x0xf32>
  %w = stablehlo.constant dense<> : tensor<0x3xf32>
  %r = stablehlo.dot_general %s, %w, contracting_dims = [1] x [0] : (tensor<6x0xf32>, tensor<0x3xf32>) -> tensor<6x3xf32>
  %t = stablehlo.add %r, %b : tensor<6x3xf32>
  return %t : tensor<6x3xf32>
}
