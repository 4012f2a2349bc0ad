// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests that what LLVM leaves undefined for integers has XLA's result: division by zero, shifts by
// the width or more, powers.

// CHECK-LABEL: func @divide_by_zero_is_minus_one
func.func @divide_by_zero_is_minus_one(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: ^bb0(%[[X:.*]]: i32, %[[Y:.*]]: i32, %{{.*}}: i32):
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK-DAG: %[[MINUS:.*]] = arith.constant -1 : i32
  // CHECK: %[[Z:.*]] = arith.cmpi eq, %[[Y]], %[[ZERO]]
  // CHECK: %[[M:.*]] = arith.cmpi eq, %[[Y]], %[[MINUS]]
  // CHECK: %[[G:.*]] = arith.ori %[[Z]], %[[M]]
  // CHECK: %[[SAFE:.*]] = arith.select %[[G]], %{{.*}}, %[[Y]]
  // CHECK: %[[Q:.*]] = arith.divsi %[[X]], %[[SAFE]]
  // CHECK: %[[N:.*]] = arith.subi %[[ZERO]], %[[X]]
  // CHECK: %[[Q2:.*]] = arith.select %[[M]], %[[N]], %[[Q]]
  // CHECK: arith.select %[[Z]], %[[MINUS]], %[[Q2]]
  %0 = stablehlo.divide %x, %y : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func @divide_by_constant_needs_no_guard
func.func @divide_by_constant_needs_no_guard(%x: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: %[[C:.*]] = arith.constant 3 : i32
  // CHECK-NOT: arith.select
  // CHECK: arith.divsi %{{.*}}, %[[C]] : i32
  // CHECK-NOT: arith.select
  // CHECK: return
  %c = stablehlo.constant dense<3> : tensor<4xi32>
  %0 = stablehlo.divide %x, %c : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func @remainder_by_zero_is_the_dividend
func.func @remainder_by_zero_is_the_dividend(%x: tensor<4xui8>, %y: tensor<4xui8>) -> tensor<4xui8> {
  // CHECK: ^bb0(%[[X:.*]]: i8, %[[Y:.*]]: i8, %{{.*}}: i8):
  // CHECK: %[[Z:.*]] = arith.cmpi eq, %[[Y]], %{{.*}}
  // CHECK: %[[R:.*]] = arith.remui %[[X]], %{{.*}}
  // CHECK: arith.select %[[Z]], %[[X]], %[[R]]
  %0 = stablehlo.remainder %x, %y : tensor<4xui8>
  return %0 : tensor<4xui8>
}

// CHECK-LABEL: func @shift_by_the_width_is_zero
func.func @shift_by_the_width_is_zero(%x: tensor<4xi32>, %n: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: %[[FITS:.*]] = arith.cmpi ult, %[[N:.*]], %{{.*}} : i32
  // CHECK: %[[SAFE:.*]] = arith.select %[[FITS]], %[[N]], %[[ZERO:.*]] : i32
  // CHECK: %[[S:.*]] = arith.shrui %{{.*}}, %[[SAFE]]
  // CHECK: arith.select %[[FITS]], %[[S]], %[[ZERO]]
  %0 = stablehlo.shift_right_logical %x, %n : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func @shift_by_32_folds_to_zero
func.func @shift_by_32_folds_to_zero(%x: tensor<i32>) -> tensor<i32> {
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK-NOT: arith.shrui
  // CHECK: linalg.yield %[[ZERO]]
  %c = stablehlo.constant dense<32> : tensor<i32>
  %0 = stablehlo.shift_right_logical %x, %c : tensor<i32>
  return %0 : tensor<i32>
}

// CHECK-LABEL: func @arithmetic_shift_fills_the_sign
func.func @arithmetic_shift_fills_the_sign(%x: tensor<4xi16>, %n: tensor<4xi16>) -> tensor<4xi16> {
  // CHECK: %[[LAST:.*]] = arith.constant 15 : i16
  // CHECK: %[[N:.*]] = arith.minui %{{.*}}, %[[LAST]]
  // CHECK: arith.shrsi %{{.*}}, %[[N]]
  %0 = stablehlo.shift_right_arithmetic %x, %n : tensor<4xi16>
  return %0 : tensor<4xi16>
}

// CHECK-LABEL: func @power_by_squaring
func.func @power_by_squaring(%x: tensor<4xui8>, %n: tensor<4xui8>) -> tensor<4xui8> {
  // A factor and a square per bit; the first product and the last square fold.
  // CHECK-COUNT-14: arith.muli
  // CHECK-NOT: arith.cmpi slt
  // CHECK: return
  %0 = stablehlo.power %x, %n : tensor<4xui8>
  return %0 : tensor<4xui8>
}

// CHECK-LABEL: func @power_with_negative_exponent
func.func @power_with_negative_exponent(%x: tensor<4xi32>, %n: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: %[[NEG:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : i32
  // CHECK: arith.select %[[NEG]]
  %0 = stablehlo.power %x, %n : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func @bit_counts
func.func @bit_counts(%x: tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi8>) {
  // CHECK: math.ctpop %{{.*}} : i8
  %0 = stablehlo.popcnt %x : tensor<4xi8>
  // CHECK: math.ctlz %{{.*}} : i8
  %1 = stablehlo.count_leading_zeros %x : tensor<4xi8>
  return %0, %1 : tensor<4xi8>, tensor<4xi8>
}

// CHECK-LABEL: func @high_half_by_sign
func.func @high_half_by_sign(%x: tensor<4xi32>, %y: tensor<4xui32>) -> (tensor<4xi32>, tensor<4xui32>) {
  // CHECK: arith.extsi %{{.*}} : i32 to i64
  // CHECK: arith.shrui
  // CHECK: arith.trunci %{{.*}} : i64 to i32
  %0 = chlo.mulhi %x, %x : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
  // CHECK: arith.extui %{{.*}} : i32 to i64
  %1 = chlo.mulhi %y, %y : tensor<4xui32>, tensor<4xui32> -> tensor<4xui32>
  return %0, %1 : tensor<4xi32>, tensor<4xui32>
}
