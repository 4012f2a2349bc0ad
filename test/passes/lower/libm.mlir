// RUN: plait-opt %s --plait-lower-libm | FileCheck %s
// Tests that expm1 and log1p are calls, and others are left.
// CHECK-DAG: func.func private @expm1(f64) -> f64
// CHECK-DAG: func.func private @log1pf(f32) -> f32
// CHECK-LABEL: func @main
func.func @main(%x: f64, %y: f32) -> (f64, f32, f64) {
  // CHECK: call @expm1
  // CHECK: call @log1pf
  // CHECK: math.exp
  %0 = math.expm1 %x : f64
  %1 = math.log1p %y : f32
  %2 = math.exp %x : f64
  return %0, %1, %2 : f64, f32, f64
}
