// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests an op with several results and one of several unrelated operands.
plait.mesh @mesh = <"x"=2, "y"=2>
#id = affine_map<(i, j) -> (i, j)>
#r = affine_map<(i, j) -> (i)>
// CHECK-LABEL: func.func @main
// CHECK: linalg.generic
// CHECK: } -> (tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>, tensor<8xi32, #plait.sharding<@mesh, [{"x"}]>>)
// CHECK: linalgx.barrier {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>, tensor<6xf32, #plait.sharding<@mesh, [{"y"}]>>
func.func @main(%a: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
                %b: tensor<6xf32> {plait.sharding = #plait.sharding<@mesh, [{"y"}]>}) -> (tensor<8xf32>, tensor<8xi32>, tensor<6xf32>) {
  %v = tensor.empty() : tensor<8xf32>
  %n = tensor.empty() : tensor<8xi32>
  %r:2 = linalg.generic {indexing_maps = [#id, #r, #r], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<8x6xf32>) outs(%v, %n : tensor<8xf32>, tensor<8xi32>) {
  ^bb0(%x: f32, %best: f32, %at: i32):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %c = arith.cmpf ogt, %x, %best : f32
    %0 = arith.select %c, %x, %best : f32
    %1 = arith.select %c, %k, %at : i32
    linalg.yield %0, %1 : f32, i32
  } -> (tensor<8xf32>, tensor<8xi32>)
  %s:2 = linalgx.barrier %r#0, %b : tensor<8xf32>, tensor<6xf32> -> tensor<8xf32>, tensor<6xf32>
  return %s#0, %r#1, %s#1 : tensor<8xf32>, tensor<8xi32>, tensor<6xf32>
}
