// RUN: plait-opt %s --plait-codegen-cpu --plait-lower | plait-emit - -o %t
// RUN: %python %S/Inputs/dynamic_slices.py %t.in.safetensors %t.expected.safetensors
// RUN: %t --inputs %t.in.safetensors --expected %t.expected.safetensors
// A cache row replaced in place at a run-time position, and rows read at
// positions that are clamped into the array.
func.func @main(%cache: tensor<6x4xf32> {plait.name = "cache", plait.alias = 0 : i64},
                %row: tensor<1x4xf32> {plait.name = "row"}, %at: tensor<i32> {plait.name = "at"})
    -> (tensor<6x4xf32> {plait.name = "new"}, tensor<2x4xf32> {plait.name = "read"}) {
  %c0 = arith.constant 0 : index
  %i = tensor.extract %at[] : tensor<i32>
  %start = arith.index_cast %i : i32 to index
  %new = linalgx.dynamic_update_slice %row into %cache[%start, %c0] : tensor<1x4xf32> into tensor<6x4xf32>
  %big = arith.addi %start, %start : index
  %slice = linalgx.dynamic_slice %new[%big, %c0] : tensor<6x4xf32> -> tensor<2x4xf32>
  %e = tensor.empty() : tensor<2x4xf32>
  %read = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%slice : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %a : f32
    linalg.yield %0 : f32
  } -> tensor<2x4xf32>
  return %new, %read : tensor<6x4xf32>, tensor<2x4xf32>
}
