// RUN: plait-opt %s --plait-codegen-cpu-expand-math | FileCheck %s
// Tests which functions become arithmetic: without branches, conversions of
// floats to integers, or calls.
// CHECK-LABEL: func @expanded
func.func @expanded(%x: f32) -> (f32, f32, f32, f32, f32, f32, f32) {
  // CHECK-NOT: math.exp
  // CHECK-NOT: math.log
  // CHECK-NOT: math.tanh
  // CHECK-NOT: math.erf
  // CHECK-NOT: scf.if
  // CHECK-NOT: arith.fptosi
  // CHECK: math.fma
  // CHECK: return
  %0 = math.exp %x : f32
  %1 = math.exp2 %x : f32
  %2 = math.expm1 %x : f32
  %3 = math.log %x : f32
  %4 = math.log1p %x : f32
  %5 = math.tanh %x : f32
  %6 = math.erf %x : f32
  return %0, %1, %2, %3, %4, %5, %6 : f32, f32, f32, f32, f32, f32, f32
}
// CHECK-LABEL: func @left_to_libm
func.func @left_to_libm(%x: f64, %y: f32) -> (f64, f64, f32, f32) {
  // CHECK: math.exp %{{.*}} : f64
  // CHECK: math.tanh %{{.*}} : f64
  // CHECK: math.sin %{{.*}} : f32
  // CHECK: math.powf %{{.*}} : f32
  %0 = math.exp %x : f64
  %1 = math.tanh %x : f64
  %2 = math.sin %y : f32
  %3 = math.powf %y, %y : f32
  return %0, %1, %2, %3 : f64, f64, f32, f32
}
// CHECK-LABEL: func @maximum
func.func @maximum(%x: f32, %y: f64) -> (f32, f64) {
  // CHECK: llvm.intr.maximum(%{{.*}}) : (f32, f32) -> f32
  // CHECK: llvm.intr.minimum(%{{.*}}) : (f64, f64) -> f64
  %0 = arith.maximumf %x, %x : f32
  %1 = arith.minimumf %y, %y : f64
  return %0, %1 : f32, f64
}
