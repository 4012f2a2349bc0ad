// RUN: plait-opt %s --plait-codegen-cpu --plait-lower | plait-emit - -o %t
// RUN: %python %S/Inputs/odds.py %t.in.safetensors %t.expected.safetensors
// RUN: %t --inputs %t.in.safetensors --expected %t.expected.safetensors
// Tensors without elements, scalars, constants as results, an argument as a
// result, one value as two results, complex numbers, pads and concatenations.
#id = affine_map<(i) -> (i)>
func.func @main(%x: tensor<3xf32> {plait.name = "x"}, %nothing: tensor<0x4xf32> {plait.name = "nothing"}, %z: tensor<2xcomplex<f32>> {plait.name = "z"},
                %s: tensor<i64> {plait.name = "s"})
    -> (tensor<3xf32> {plait.name = "same"}, tensor<0x4xf32> {plait.name = "still"}, tensor<4xi32> {plait.name = "table"}, tensor<i64> {plait.name = "next"},
        tensor<i64> {plait.name = "again"}, tensor<2xcomplex<f32>> {plait.name = "square"}, tensor<9xf32> {plait.name = "joined"}, tensor<4xf32> {plait.name = "empty_sum"}) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : i64
  %table = arith.constant dense<[3, 1, 4, 1]> : tensor<4xi32>
  %e0 = tensor.empty() : tensor<i64>
  %next = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%s : tensor<i64>) outs(%e0 : tensor<i64>) {
  ^bb0(%a: i64, %o: i64):
    %0 = arith.addi %a, %one : i64
    linalg.yield %0 : i64
  } -> tensor<i64>
  %e1 = tensor.empty() : tensor<2xcomplex<f32>>
  %square = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%z : tensor<2xcomplex<f32>>) outs(%e1 : tensor<2xcomplex<f32>>) {
  ^bb0(%a: complex<f32>, %o: complex<f32>):
    %0 = complex.mul %a, %a : complex<f32>
    linalg.yield %0 : complex<f32>
  } -> tensor<2xcomplex<f32>>
  %padded = tensor.pad %x low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<3xf32> to tensor<6xf32>
  %joined = tensor.concat dim(0) %padded, %x : (tensor<6xf32>, tensor<3xf32>) -> tensor<9xf32>
  %e2 = tensor.empty() : tensor<4xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]} ins(%nothing : tensor<0x4xf32>) outs(%f2 : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %x, %nothing, %table, %next, %next, %square, %joined, %sum
    : tensor<3xf32>, tensor<0x4xf32>, tensor<4xi32>, tensor<i64>, tensor<i64>, tensor<2xcomplex<f32>>, tensor<9xf32>, tensor<4xf32>
}
