// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests an embedding table by rows: the looked-up rows lie as the indices, the rows
// of the gradient as the table, and the table's axis does not leave the rows.
plait.mesh @mesh = <"data"=2, "model"=2>
// CHECK-LABEL: func.func @main
// CHECK: linalgx.gather {{.*}} -> tensor<8x32xf32, #plait.sharding<@mesh, [{"data"}, {}]>>
// CHECK: linalgx.scatter
// CHECK: } -> tensor<96x32xf32, #plait.sharding<@mesh, [{"model"}, {}]>>
func.func @main(%table: tensor<96x32xf32> {plait.alias = 0 : i64, plait.sharding = #plait.sharding<@mesh, [{"model"}, {}]>},
                %ix: tensor<8x1xi32> {plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>}) -> tensor<96x32xf32> {
  %zero = arith.constant dense<0.0> : tensor<96x32xf32>
  %e = tensor.empty() : tensor<96x32xf32>
  %0 = linalgx.gather %table at %ix <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 32]
      : (tensor<96x32xf32>, tensor<8x1xi32>) -> tensor<8x32xf32>
  %1 = linalgx.scatter ins(%ix, %0 : tensor<8x1xi32>, tensor<8x32xf32>) outs(%zero : tensor<96x32xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    %s = arith.addf %old, %new : f32
    linalgx.yield %s : f32
  } -> tensor<96x32xf32>
  %2 = linalg.sub ins(%table, %1 : tensor<96x32xf32>, tensor<96x32xf32>) outs(%e : tensor<96x32xf32>) -> tensor<96x32xf32>
  return %2 : tensor<96x32xf32>
}
