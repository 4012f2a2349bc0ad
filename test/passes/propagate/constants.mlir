// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests that constants, empty tensors and iota are cloned per use and take each
// use's sharding, without carrying it to another.
plait.mesh @mesh = <"x"=2>
#id = affine_map<(i) -> (i)>
// CHECK-LABEL: func.func @main
// CHECK-DAG: arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK-DAG: arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32, #plait.sharding<@mesh, [{}]>>
// CHECK-DAG: linalg.add ins(%arg0, {{.*}} -> tensor<2xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK-DAG: linalg.add ins(%arg1, {{.*}} -> tensor<2xf32, #plait.sharding<@mesh, [{}]>>
func.func @main(%a: tensor<2xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %0 = linalg.add ins(%a, %c : tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %1 = linalg.add ins(%b, %c : tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
// CHECK-LABEL: func.func @iota
// CHECK: linalg.generic {{.*}} outs({{.*}} : tensor<8xi32, #plait.sharding<@mesh, [{"x"}]>>)
func.func @iota(%a: tensor<8xi32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) -> tensor<8xi32> {
  %e = tensor.empty() : tensor<8xi32>
  %n = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<8xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %k = arith.index_cast %i : index to i32
    linalg.yield %k : i32
  } -> tensor<8xi32>
  %0 = linalg.add ins(%a, %n : tensor<8xi32>, tensor<8xi32>) outs(%e : tensor<8xi32>) -> tensor<8xi32>
  return %0 : tensor<8xi32>
}
