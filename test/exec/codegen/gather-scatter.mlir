// RUN: plait-opt %s --plait-codegen-cpu --plait-lower | plait-emit - -o %t
// RUN: %python %S/Inputs/gather_scatter.py %t.in.safetensors %t.expected.safetensors
// RUN: %t --inputs %t.in.safetensors --expected %t.expected.safetensors
// An embedding: rows gathered at clamped indices, gradients added at repeated
// ones, cells outside dropped, and a donated table updated in place.
func.func @main(%table: tensor<5x3xf32> {plait.name = "table", plait.alias = 1 : i64},
                %ids: tensor<4x1xi32> {plait.name = "ids"},
                %update: tensor<4x3xf32> {plait.name = "update"})
    -> (tensor<4x3xf32> {plait.name = "rows"}, tensor<5x3xf32> {plait.name = "new"}) {
  %rows = linalgx.gather %table at %ids <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 3]
    : (tensor<5x3xf32>, tensor<4x1xi32>) -> tensor<4x3xf32>
  %new = linalgx.scatter ins(%ids, %update : tensor<4x1xi32>, tensor<4x3xf32>) outs(%table : tensor<5x3xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %u: f32):
    %0 = arith.addf %old, %u : f32
    linalgx.yield %0 : f32
  } -> tensor<5x3xf32>
  return %rows, %new : tensor<4x3xf32>, tensor<5x3xf32>
}
