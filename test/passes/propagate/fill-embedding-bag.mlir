// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests that a split embedding table keeps its axis to itself: the looked-up rows
// stay partial over "model" until those of a bag are summed, and only the sums are
// split over it.
plait.mesh @mesh = <"data"=2, "model"=4>
// CHECK-LABEL: func.func @main
// CHECK: linalgx.gather {{.*}} -> tensor<32x4x16xf32, #plait.sharding<@mesh, [{"data"}, {}, {}]>>
// CHECK: linalg.reduce {{.*}} outs({{.*}} : tensor<32x16xf32, #plait.sharding<@mesh, [{"data", "model"}, {}]>>)
// CHECK: linalg.matmul {{.*}} -> tensor<32x8xf32, #plait.sharding<@mesh, [{"data", "model"}, {}]>>
func.func @main(%table: tensor<40x16xf32> {plait.sharding = #plait.sharding<@mesh, [{"model"}, {}]>},
                %ix: tensor<32x4x1xi32> {plait.sharding = #plait.sharding<@mesh, [{"data"}, {}, {}]>},
                %w: tensor<16x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {}]>}) -> tensor<32x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x16xf32>
  %d = tensor.empty() : tensor<32x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x16xf32>) -> tensor<32x16xf32>
  %g = linalg.fill ins(%zero : f32) outs(%d : tensor<32x8xf32>) -> tensor<32x8xf32>
  %0 = linalgx.gather %table at %ix <offsetDims = [2], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 2> sizes [1, 16]
      : (tensor<40x16xf32>, tensor<32x4x1xi32>) -> tensor<32x4x16xf32>
  %1 = linalg.reduce {arith.addf} ins(%0 : tensor<32x4x16xf32>) outs(%f : tensor<32x16xf32>) dimensions = [1]
  %2 = linalg.matmul ins(%1, %w : tensor<32x16xf32>, tensor<16x8xf32>) outs(%g : tensor<32x8xf32>) -> tensor<32x8xf32>
  return %2 : tensor<32x8xf32>
}
