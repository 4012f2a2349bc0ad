// RUN: plait-opt %s --plait-test-interpret -split-input-file | FileCheck %s
// Tests complex numbers; sizes that would overflow float32 on the way do not.

// CHECK: result0: tensor<2xcomplex<f32>> [(-5,10), (2,0)]
// CHECK: result1: tensor<2xf32> [2.23606801, 4.99999992e+30]
// CHECK: result2: tensor<2xcomplex<f32>> [(2,1), (4.00000006e+30,2.99999989e+30)]
func.func @arithmetic() -> (tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<2xcomplex<f32>>) {
  %a = arith.constant dense<[(1.0, 2.0), (3.0e30, 4.0e30)]> : tensor<2xcomplex<f32>>
  %b = arith.constant dense<[(3.0, 4.0), (0.0, 0.0)]> : tensor<2xcomplex<f32>>
  %c = arith.constant dense<[(1.0, 2.0), (1.0, 1.0)]> : tensor<2xcomplex<f32>>
  %d = arith.constant dense<[(3.0, 4.0), (1.0, -1.0)]> : tensor<2xcomplex<f32>>
  %e = tensor.empty() : tensor<2xcomplex<f32>>
  %f = tensor.empty() : tensor<2xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%c, %d : tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) outs(%e : tensor<2xcomplex<f32>>) {
  ^bb0(%x: complex<f32>, %y: complex<f32>, %z: complex<f32>):
    %p = complex.mul %x, %y : complex<f32>
    linalg.yield %p : complex<f32>
  } -> tensor<2xcomplex<f32>>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%a : tensor<2xcomplex<f32>>) outs(%f : tensor<2xf32>) {
  ^bb0(%x: complex<f32>, %z: f32):
    %p = complex.abs %x : complex<f32>
    linalg.yield %p : f32
  } -> tensor<2xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%a : tensor<2xcomplex<f32>>) outs(%e : tensor<2xcomplex<f32>>) {
  ^bb0(%x: complex<f32>, %z: complex<f32>):
    %re = complex.re %x : complex<f32>
    %im = complex.im %x : complex<f32>
    %p = complex.create %im, %re : complex<f32>
    linalg.yield %p : complex<f32>
  } -> tensor<2xcomplex<f32>>
  return %0, %1, %2 : tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<2xcomplex<f32>>
}
