// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests constants, iota, transpose, reverse, slices and concatenate.

// CHECK-DAG: #[[SWAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[TURN:.*]] = affine_map<(d0, d1) -> (d0, -d1 + 5)>
// CHECK-DAG: #[[CYCLE:.*]] = affine_map<(d0, d1, d2) -> (d1, d2, d0)>

// CHECK-LABEL: func @constants
func.func @constants() -> (tensor<2xf32>, tensor<2xui8>, tensor<2xcomplex<f32>>, tensor<0x3xf32>) {
  // CHECK: arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK: arith.constant dense<[-56, 1]> : tensor<2xi8>
  %1 = stablehlo.constant dense<[200, 1]> : tensor<2xui8>
  // CHECK: arith.constant dense<[(1.000000e+00,2.000000e+00), (0.000000e+00,-1.000000e+00)]> : tensor<2xcomplex<f32>>
  %2 = stablehlo.constant dense<[(1.0, 2.0), (0.0, -1.0)]> : tensor<2xcomplex<f32>>
  // CHECK: arith.constant dense<> : tensor<0x3xf32>
  %3 = stablehlo.constant dense<> : tensor<0x3xf32>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<2xui8>, tensor<2xcomplex<f32>>, tensor<0x3xf32>
}

// CHECK-LABEL: func @iota_is_an_index
func.func @iota_is_an_index() -> tensor<2x3xi32> {
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} outs(%{{.*}} : tensor<2x3xi32>)
  // CHECK: %[[I:.*]] = linalg.index 1
  // CHECK: %[[W:.*]] = arith.index_cast %[[I]] : index to i64
  // CHECK: arith.trunci %[[W]] : i64 to i32
  %0 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// CHECK-LABEL: func @iota_of_bf16_rounds_once
func.func @iota_of_bf16_rounds_once() -> tensor<300xbf16> {
  // CHECK: arith.sitofp %{{.*}} : i64 to bf16
  %0 = stablehlo.iota dim = 0 : tensor<300xbf16>
  return %0 : tensor<300xbf16>
}

// CHECK-LABEL: func @transpose_is_a_map
func.func @transpose_is_a_map(%x: tensor<2x3xf32>, %y: tensor<2x3x4xf32>) -> (tensor<3x2xf32>, tensor<4x2x3xf32>) {
  // CHECK: linalg.generic {indexing_maps = [#[[SWAP]], #{{.*}}], {{.*}} ins(%arg0 : tensor<2x3xf32>) outs(%{{.*}} : tensor<3x2xf32>)
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // CHECK: linalg.generic {indexing_maps = [#[[CYCLE]], #{{.*}}], {{.*}} ins(%arg1 : tensor<2x3x4xf32>) outs(%{{.*}} : tensor<4x2x3xf32>)
  %1 = stablehlo.transpose %y, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  return %0, %1 : tensor<3x2xf32>, tensor<4x2x3xf32>
}

// CHECK-LABEL: func @identity_transpose_goes
func.func @identity_transpose_goes(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK-NEXT: return %arg0
  %0 = stablehlo.transpose %x, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func @reverse_is_a_map
func.func @reverse_is_a_map(%x: tensor<2x6xf32>) -> tensor<2x6xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[TURN]], #{{.*}}]
  %0 = stablehlo.reverse %x, dims = [1] : tensor<2x6xf32>
  return %0 : tensor<2x6xf32>
}

// CHECK-LABEL: func @slice_with_stride
func.func @slice_with_stride(%x: tensor<8x6xf32>) -> tensor<3x2xf32> {
  // CHECK: tensor.extract_slice %arg0[1, 0] [3, 2] [2, 3] : tensor<8x6xf32> to tensor<3x2xf32>
  %0 = stablehlo.slice %x [1:6:2, 0:6:3] : (tensor<8x6xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// Nothing of it: where it would begin says nothing, and may be the end.
// CHECK-LABEL: func.func @slice_of_nothing
// CHECK: tensor.extract_slice %{{.*}}[0, 1] [0, 3] [1, 1] : tensor<2x4xf32> to tensor<0x3xf32>
func.func @slice_of_nothing(%x: tensor<2x4xf32>) -> tensor<0x3xf32> {
  %0 = stablehlo.slice %x [2:2:2, 1:4] : (tensor<2x4xf32>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}

// CHECK-LABEL: func @concatenate
func.func @concatenate(%x: tensor<2x3xf32>, %y: tensor<2x5xf32>) -> tensor<2x8xf32> {
  // CHECK: tensor.concat dim(1) %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x5xf32>) -> tensor<2x8xf32>
  %0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<2x3xf32>, tensor<2x5xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// CHECK-LABEL: func @dynamic_slice_by_sign_of_the_index
func.func @dynamic_slice_by_sign_of_the_index(%x: tensor<8x6xf32>, %i: tensor<i32>, %j: tensor<ui32>) -> tensor<1x6xf32> {
  // CHECK: %[[I:.*]] = tensor.extract %arg1[] : tensor<i32>
  // CHECK: %[[II:.*]] = arith.index_cast %[[I]] : i32 to index
  // CHECK: %[[Z:.*]] = arith.constant 0 : index
  // CHECK: linalgx.dynamic_slice %arg0[%[[II]], %[[Z]]] : tensor<8x6xf32> -> tensor<1x6xf32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %i, %z, sizes = [1, 6] : (tensor<8x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x6xf32>
  // CHECK: arith.index_castui %{{.*}} : i32 to index
  %1 = stablehlo.dynamic_slice %x, %j, %j, sizes = [1, 6] : (tensor<8x6xf32>, tensor<ui32>, tensor<ui32>) -> tensor<1x6xf32>
  %2 = stablehlo.add %0, %1 : tensor<1x6xf32>
  return %2 : tensor<1x6xf32>
}

// CHECK-LABEL: func @dynamic_update_slice
func.func @dynamic_update_slice(%x: tensor<8x6xf32>, %u: tensor<1x6xf32>, %i: tensor<i32>) -> tensor<8x6xf32> {
  // CHECK: linalgx.dynamic_update_slice %arg1 into %arg0[%{{.*}}, %{{.*}}] : tensor<1x6xf32> into tensor<8x6xf32>
  %0 = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<8x6xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// CHECK-LABEL: func @dynamic_slice_of_a_scalar
func.func @dynamic_slice_of_a_scalar(%x: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: return %arg0
  %0 = "stablehlo.dynamic_slice"(%x) <{slice_sizes = array<i64>}> : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
