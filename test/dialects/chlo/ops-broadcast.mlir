// RUN: plait-opt %s | plait-opt | FileCheck %s --strict-whitespace
// RUN: plait-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s --strict-whitespace
// Tests the ops that broadcast their operands.

// CHECK-LABEL: func @floats
func.func @floats(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // CHECK: chlo.broadcast_add %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // GENERIC: "chlo.broadcast_add"(%{{.*}}, %{{.*}}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  chlo.broadcast_add %a, %s : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_atan2 %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // GENERIC: "chlo.broadcast_atan2"(%{{.*}}, %{{.*}}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  chlo.broadcast_atan2 %a, %s : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_divide %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // GENERIC: "chlo.broadcast_divide"(%{{.*}}, %{{.*}}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  chlo.broadcast_divide %a, %s : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_maximum %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // GENERIC: "chlo.broadcast_maximum"(%{{.*}}, %{{.*}}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  chlo.broadcast_maximum %a, %s : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_minimum %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // GENERIC: "chlo.broadcast_minimum"(%{{.*}}, %{{.*}}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  chlo.broadcast_minimum %a, %s : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_multiply %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // GENERIC: "chlo.broadcast_multiply"(%{{.*}}, %{{.*}}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  chlo.broadcast_multiply %a, %s : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_next_after %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // GENERIC: "chlo.broadcast_next_after"(%{{.*}}, %{{.*}}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  chlo.broadcast_next_after %a, %s : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_polygamma %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // GENERIC: "chlo.broadcast_polygamma"(%{{.*}}, %{{.*}}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  chlo.broadcast_polygamma %a, %s : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_power %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // GENERIC: "chlo.broadcast_power"(%{{.*}}, %{{.*}}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  chlo.broadcast_power %a, %s : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_remainder %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // GENERIC: "chlo.broadcast_remainder"(%{{.*}}, %{{.*}}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  chlo.broadcast_remainder %a, %s : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_subtract %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // GENERIC: "chlo.broadcast_subtract"(%{{.*}}, %{{.*}}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  chlo.broadcast_subtract %a, %s : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_zeta %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // GENERIC: "chlo.broadcast_zeta"(%{{.*}}, %{{.*}}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  chlo.broadcast_zeta %a, %s : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func @integers
func.func @integers(%i: tensor<2x3xi32>, %n: tensor<i32>) {
  // CHECK: chlo.broadcast_and %{{.*}}, %{{.*}} : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  chlo.broadcast_and %i, %n : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  // CHECK: chlo.broadcast_or %{{.*}}, %{{.*}} : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  chlo.broadcast_or %i, %n : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  // CHECK: chlo.broadcast_xor %{{.*}}, %{{.*}} : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  chlo.broadcast_xor %i, %n : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  // CHECK: chlo.broadcast_shift_left %{{.*}}, %{{.*}} : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  chlo.broadcast_shift_left %i, %n : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  // CHECK: chlo.broadcast_shift_right_arithmetic %{{.*}}, %{{.*}} : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  chlo.broadcast_shift_right_arithmetic %i, %n : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  // CHECK: chlo.broadcast_shift_right_logical %{{.*}}, %{{.*}} : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  chlo.broadcast_shift_right_logical %i, %n : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  return
}

// CHECK-LABEL: func @shapes
func.func @shapes(%a: tensor<2x3xf32>, %v3: tensor<3xf32>, %b: tensor<4x1x3xf32>, %c: tensor<2x1xf32>) {
  // CHECK: chlo.broadcast_add %{{.*}}, %{{.*}} {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // GENERIC: "chlo.broadcast_add"(%{{.*}}, %{{.*}}) <{broadcast_dimensions = array<i64: 1>}>
  chlo.broadcast_add %a, %v3 {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_add %{{.*}}, %{{.*}} : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  chlo.broadcast_add %v3, %a : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_add %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<4x1x3xf32>) -> tensor<4x2x3xf32>
  chlo.broadcast_add %a, %b : (tensor<2x3xf32>, tensor<4x1x3xf32>) -> tensor<4x2x3xf32>
  // CHECK: chlo.broadcast_add %{{.*}}, %{{.*}} : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  chlo.broadcast_add %c, %v3 : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_add %{{.*}}, %{{.*}} {broadcast_dimensions = array<i64: 1, 2>} : (tensor<4x1x3xf32>, tensor<2x1xf32>) -> tensor<4x2x3xf32>
  chlo.broadcast_add %b, %c {broadcast_dimensions = array<i64: 1, 2>} : (tensor<4x1x3xf32>, tensor<2x1xf32>) -> tensor<4x2x3xf32>
  return
}

// CHECK-LABEL: func @results_of_other_types
func.func @results_of_other_types(%a: tensor<2x3xf32>, %s: tensor<f32>, %ps: tensor<i1>) {
  // CHECK: chlo.broadcast_compare %{{.*}}, %{{.*}} {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xi1>
  // GENERIC: "chlo.broadcast_compare"(%{{.*}}, %{{.*}}) <{comparison_direction = #chlo<comparison_direction LT>}>
  chlo.broadcast_compare %a, %s {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xi1>
  // CHECK: chlo.broadcast_compare %{{.*}}, %{{.*}} {compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction NE>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xi1>
  chlo.broadcast_compare %a, %s {compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction NE>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xi1>
  // CHECK: chlo.broadcast_select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<i1>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  chlo.broadcast_select %ps, %a, %s : (tensor<i1>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_complex %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xcomplex<f32>>
  chlo.broadcast_complex %a, %s : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xcomplex<f32>>
  return
}
