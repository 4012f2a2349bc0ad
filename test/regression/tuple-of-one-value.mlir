// RUN: plait-opt %s --plait-test-equivalence="integers tolerance=0" | FileCheck %s
// Tests the sum and the maximum of one value in one reduction over a split
// dimension: devices' sums were combined as if they were their maxima.
// CHECK: equivalence: 2 devices
plait.mesh @mesh = <"x"=2>
func.func @main(%x: tensor<5x64xi32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<5xi32>, tensor<5xi32>) {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<5xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<5xi32>) -> tensor<5xi32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x64xi32>) outs(%f, %f : tensor<5xi32>, tensor<5xi32>) {
  ^bb0(%in: i32, %a: i32, %b: i32):
    %s = arith.addi %a, %in : i32
    %m = arith.maxsi %b, %in : i32
    linalg.yield %s, %m : i32, i32
  } -> (tensor<5xi32>, tensor<5xi32>)
  return %r#0, %r#1 : tensor<5xi32>, tensor<5xi32>
}
