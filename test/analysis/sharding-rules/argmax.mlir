// RUN: plait-opt %s --plait-test-print-sharding-rules -o /dev/null | FileCheck %s
// Tests that two results that reduce together, value and index, have no combiner
// of their own.
#id = affine_map<(i, j) -> (i, j)>
#r = affine_map<(i, j) -> (i)>

// CHECK: linalg.generic: ({{.*}}) -> ([i], [i]) {i=8, j=6 reduction(unknown)}
func.func @argmax(%x: tensor<8x6xf32>, %v: tensor<8xf32>, %n: tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>) {
  %r:2 = linalg.generic {indexing_maps = [#id, #r, #r], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x6xf32>) outs(%v, %n : tensor<8xf32>, tensor<8xi32>) {
  ^bb0(%a: f32, %best: f32, %at: i32):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %c = arith.cmpf ogt, %a, %best : f32
    %0 = arith.select %c, %a, %best : f32
    %1 = arith.select %c, %k, %at : i32
    linalg.yield %0, %1 : f32, i32
  } -> (tensor<8xf32>, tensor<8xi32>)
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xi32>
}
