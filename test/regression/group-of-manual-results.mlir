// RUN: plait-opt %s --plait-import --plait-place --plait-test-equivalence="integers tolerance=0" -split-input-file 2>&1 | FileCheck %s
// Tests groups whose members' shardings are given by a manual region, or by
// another group: they disagree, which is a warning. It was an error.
// CHECK: warning: members of a group must be sharded alike
// CHECK: equivalence: 4 devices
sdy.mesh @mesh = <["x"=4]>
func.func public @main(%a: tensor<12x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<12x4xf32>) -> tensor<12x4xf32> {
  %0 = sdy.manual_computation(%b) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%l: tensor<3x4xf32>) {
    %2 = stablehlo.negate %l : tensor<3x4xf32>
    sdy.return %2 : tensor<3x4xf32>
  } : (tensor<12x4xf32>) -> tensor<12x4xf32>
  sdy.sharding_group %0 group_id = 1 : tensor<12x4xf32>
  sdy.sharding_group %a group_id = 1 : tensor<12x4xf32>
  %1 = stablehlo.add %0, %a : tensor<12x4xf32>
  return %1 : tensor<12x4xf32>
}

// -----

// CHECK: warning: members of a group must be sharded alike
// CHECK: equivalence: 2 devices
sdy.mesh @mesh = <["x"=2]>
func.func public @main(%a: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<4x6xf32>, %c: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<4x6xf32> {
  sdy.sharding_group %a group_id = 1 : tensor<4x6xf32>
  sdy.sharding_group %b group_id = 1 : tensor<4x6xf32>
  sdy.sharding_group %b group_id = 2 : tensor<4x6xf32>
  sdy.sharding_group %c group_id = 2 : tensor<4x6xf32>
  %0 = stablehlo.add %a, %b : tensor<4x6xf32>
  %1 = stablehlo.add %0, %c : tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}
