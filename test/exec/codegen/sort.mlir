// RUN: plait-opt %s --plait-codegen-cpu --plait-lower | plait-emit - -o %t
// RUN: %python %S/Inputs/sort.py %t.in.safetensors %t.expected.safetensors
// RUN: %t --inputs %t.in.safetensors --expected %t.expected.safetensors
// A stable sort of two tensors together along the first dimension, of a length
// that is no power of two, and along the last dimension, downwards.
func.func @main(%keys: tensor<13x3xi32> {plait.name = "keys"}, %values: tensor<13x3xf32> {plait.name = "values"})
    -> (tensor<13x3xi32> {plait.name = "k"}, tensor<13x3xf32> {plait.name = "v"}, tensor<13x3xf32> {plait.name = "down"}) {
  %r:2 = linalgx.sort(%keys, %values) dim 0 : (tensor<13x3xi32>, tensor<13x3xf32>) -> (tensor<13x3xi32>, tensor<13x3xf32>) {
  ^bb0(%a: i32, %b: i32, %x: f32, %y: f32):
    %0 = arith.cmpi slt, %a, %b : i32
    linalgx.yield %0 : i1
  }
  %d = linalgx.sort(%values) dim 1 : (tensor<13x3xf32>) -> tensor<13x3xf32> {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.cmpf ogt, %a, %b : f32
    linalgx.yield %0 : i1
  }
  return %r#0, %r#1, %d : tensor<13x3xi32>, tensor<13x3xf32>, tensor<13x3xf32>
}
