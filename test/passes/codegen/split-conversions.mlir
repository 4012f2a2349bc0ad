// RUN: plait-opt %s --plait-codegen-cpu-split-conversions | FileCheck %s
// Tests that small floats meet f64 through f32 only.
// CHECK-LABEL: func @through_f32
func.func @through_f32(%x: f64, %y: bf16, %z: f32) -> (bf16, f16, f64, bf16) {
  // CHECK: %[[A:.*]] = arith.truncf %{{.*}} : f64 to f32
  // CHECK: arith.truncf %[[A]] : f32 to bf16
  // CHECK: %[[B:.*]] = arith.truncf %{{.*}} : f64 to f32
  // CHECK: arith.truncf %[[B]] : f32 to f16
  // CHECK: %[[C:.*]] = arith.extf %{{.*}} : bf16 to f32
  // CHECK: arith.extf %[[C]] : f32 to f64
  // CHECK: arith.truncf %{{.*}} : f32 to bf16
  %0 = arith.truncf %x : f64 to bf16
  %1 = arith.truncf %x : f64 to f16
  %2 = arith.extf %y : bf16 to f64
  %3 = arith.truncf %z : f32 to bf16
  return %0, %1, %2, %3 : bf16, f16, f64, bf16
}

// bf16 is chosen as its bits.
// CHECK-LABEL: func @chooses
func.func @chooses(%c: i1, %a: bf16, %b: bf16) -> bf16 {
  // CHECK: %[[A:.*]] = arith.bitcast %{{.*}} : bf16 to i16
  // CHECK: %[[B:.*]] = arith.bitcast %{{.*}} : bf16 to i16
  // CHECK: %[[R:.*]] = arith.select %{{.*}}, %[[A]], %[[B]] : i16
  // CHECK: %[[F:.*]] = arith.bitcast %[[R]] : i16 to bf16
  // CHECK: return %[[F]]
  %0 = arith.select %c, %a, %b : bf16
  return %0 : bf16
}
