// RUN: not plait-opt %s --plait-import --plait-place --plait-test-equivalence="tolerance=0" -o /dev/null 2>&1 | FileCheck %s
// RUN: not plait-opt %s --plait-import --plait-place --plait-test-equivalence="stage=lower" -o /dev/null 2>&1 | FileCheck %s --check-prefix=STAGE
// Tests that the comparison itself finds a difference: a sum in another order.
// CHECK: error: result 'result0' must be what one device gives, {{.*}} at element 0, got:
// STAGE: error: 'stage' must be partition, fuse or overlap, got: lower
sdy.mesh @mesh = <["x"=4]>
func.func public @main(%a: tensor<1000xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1000xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
