// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests conversions between element types.

// CHECK-LABEL: func @float_to_int_saturates
func.func @float_to_int_saturates(%x: tensor<4xf32>) -> tensor<4xi32> {
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: i32):
  // CHECK-DAG: %[[LOW:.*]] = arith.constant -2.14748365E+9 : f32
  // CHECK-DAG: %[[HIGH:.*]] = arith.constant 2.14748365E+9 : f32
  // CHECK: %[[BELOW:.*]] = arith.cmpf olt, %[[X]], %[[LOW]]
  // CHECK: %[[ABOVE:.*]] = arith.cmpf oge, %[[X]], %[[HIGH]]
  // CHECK: %[[IN:.*]] = arith.andi
  // CHECK: %[[SAFE:.*]] = arith.select %[[IN]], %[[X]], %{{.*}} : f32
  // CHECK: %[[I:.*]] = arith.fptosi %[[SAFE]] : f32 to i32
  // CHECK: arith.constant -2147483648 : i32
  // CHECK: arith.select %[[BELOW]], %{{.*}}, %[[I]]
  // CHECK: arith.constant 2147483647 : i32
  // CHECK: arith.select %[[ABOVE]]
  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func @half_to_unsigned
func.func @half_to_unsigned(%x: tensor<4xf16>) -> tensor<4xui8> {
  // CHECK: arith.extf %{{.*}} : f16 to f32
  // CHECK: arith.constant 2.560000e+02 : f32
  // CHECK: arith.fptoui %{{.*}} : f32 to i8
  %0 = stablehlo.convert %x : (tensor<4xf16>) -> tensor<4xui8>
  return %0 : tensor<4xui8>
}

// CHECK-LABEL: func @to_bool_is_not_zero
func.func @to_bool_is_not_zero(%x: tensor<4xf32>, %y: tensor<4xi32>) -> (tensor<4xi1>, tensor<4xi1>) {
  // CHECK: arith.cmpf une, %{{.*}}, %{{.*}} : f32
  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xi1>
  // CHECK: arith.cmpi ne, %{{.*}}, %{{.*}} : i32
  %1 = stablehlo.convert %y : (tensor<4xi32>) -> tensor<4xi1>
  return %0, %1 : tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: func @integers_extend_by_sign
func.func @integers_extend_by_sign(%x: tensor<4xi8>, %y: tensor<4xui8>, %z: tensor<4xi1>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi8>) {
  // CHECK: arith.extsi %{{.*}} : i8 to i32
  %0 = stablehlo.convert %x : (tensor<4xi8>) -> tensor<4xi32>
  // CHECK: arith.extui %{{.*}} : i8 to i32
  %1 = stablehlo.convert %y : (tensor<4xui8>) -> tensor<4xi32>
  // CHECK: arith.extui %{{.*}} : i1 to i32
  %2 = stablehlo.convert %z : (tensor<4xi1>) -> tensor<4xi32>
  // CHECK: arith.trunci %{{.*}} : i32 to i8
  %3 = stablehlo.convert %0 : (tensor<4xi32>) -> tensor<4xi8>
  return %0, %1, %2, %3 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi8>
}

// CHECK-LABEL: func @integers_to_float_by_sign
func.func @integers_to_float_by_sign(%x: tensor<4xi32>, %y: tensor<4xui32>, %z: tensor<4xi1>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK: arith.sitofp %{{.*}} : i32 to f32
  %0 = stablehlo.convert %x : (tensor<4xi32>) -> tensor<4xf32>
  // CHECK: arith.uitofp %{{.*}} : i32 to f32
  %1 = stablehlo.convert %y : (tensor<4xui32>) -> tensor<4xf32>
  // CHECK: arith.uitofp %{{.*}} : i1 to f32
  %2 = stablehlo.convert %z : (tensor<4xi1>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @formats_of_one_width_meet_in_f32
func.func @formats_of_one_width_meet_in_f32(%x: tensor<4xf16>) -> tensor<4xbf16> {
  // CHECK: %[[W:.*]] = arith.extf %{{.*}} : f16 to f32
  // CHECK: arith.truncf %[[W]] : f32 to bf16
  %0 = stablehlo.convert %x : (tensor<4xf16>) -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// CHECK-LABEL: func @real_to_complex_and_back
func.func @real_to_complex_and_back(%x: tensor<4xf32>) -> (tensor<4xcomplex<f32>>, tensor<4xf32>) {
  // CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK: complex.create %{{.*}}, %[[ZERO]] : complex<f32>
  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  // CHECK: complex.re
  %1 = stablehlo.convert %0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %0, %1 : tensor<4xcomplex<f32>>, tensor<4xf32>
}

// CHECK-LABEL: func @equal_types_forward
func.func @equal_types_forward(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: linalg.yield %{{.*}} : f32
  %0 = stablehlo.convert %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @bitcast_of_equal_widths
func.func @bitcast_of_equal_widths(%x: tensor<4xf32>) -> tensor<4xui32> {
  // CHECK: arith.bitcast %{{.*}} : f32 to i32
  %0 = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4xui32>
  return %0 : tensor<4xui32>
}

// CHECK-LABEL: func @bitcast_to_narrow_is_little_endian
func.func @bitcast_to_narrow_is_little_endian(%x: tensor<3xf32>) -> tensor<3x4xui8> {
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%{{.*}} : tensor<3xf32>) outs(%{{.*}} : tensor<3x4xi8>)
  // CHECK: %[[B:.*]] = arith.bitcast %{{.*}} : f32 to i32
  // CHECK: linalg.index 1
  // CHECK: %[[O:.*]] = arith.muli %{{.*}}, %{{.*}} : i32
  // CHECK: %[[S:.*]] = arith.shrui %[[B]], %[[O]]
  // CHECK: arith.trunci %[[S]] : i32 to i8
  %0 = stablehlo.bitcast_convert %x : (tensor<3xf32>) -> tensor<3x4xui8>
  return %0 : tensor<3x4xui8>
}

// CHECK-LABEL: func @bitcast_to_wide_is_an_or
func.func @bitcast_to_wide_is_an_or(%x: tensor<3x2xui32>) -> tensor<3xf64> {
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]}
  // CHECK: arith.extui %{{.*}} : i32 to i64
  // CHECK: arith.shli
  // CHECK: arith.ori
  // CHECK: arith.bitcast %{{.*}} : i64 to f64
  %0 = stablehlo.bitcast_convert %x : (tensor<3x2xui32>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// CHECK-LABEL: func @reduce_precision_rounds_and_clips
func.func @reduce_precision_rounds_and_clips(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[B:.*]] = arith.bitcast %[[X:.*]] : f32 to i32
  // CHECK: arith.constant 8192 : i32
  // CHECK: arith.constant -8192 : i32
  // CHECK: arith.cmpi ugt
  // CHECK: arith.cmpi ule
  // CHECK: %[[R:.*]] = arith.bitcast %{{.*}} : i32 to f32
  // CHECK: arith.select %{{.*}}, %[[X]], %[[R]] : f32
  %0 = stablehlo.reduce_precision %x, format = e5m10 : tensor<4xf32>
  return %0 : tensor<4xf32>
}
