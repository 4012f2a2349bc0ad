// RUN: plait-opt %s --plait-import --plait-place --plait-propagate --plait-partition -split-input-file -verify-diagnostics
// Tests situations in which other partitioners crash and Plait says what it does not do, at the op.

// Row 38: two meshes in one program, the second in an order of devices that no order of axes is.
// expected-note @below {{the first mesh}}
sdy.mesh @mesh = <["x"=4]>
// expected-error @below {{a program must have one mesh}}
sdy.mesh @other = <["x"=4], device_ids=[0, 2, 3, 1]>
func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@other, [{"x"}]>}) {
  %r = stablehlo.negate %a : tensor<16xf32>
  return %r : tensor<16xf32>
}
