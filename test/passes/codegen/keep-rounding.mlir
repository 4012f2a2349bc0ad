// RUN: plait-opt %s --plait-codegen-cpu-keep-rounding --canonicalize | FileCheck %s
// Tests that small floats that were widened are rounded after each op, but for what is one of them already.
// CHECK-LABEL: func @sum_of_product
func.func @sum_of_product(%a: bf16, %b: bf16) -> bf16 {
  %x = arith.extf %a fastmath<contract> : bf16 to f32
  %y = arith.extf %b fastmath<contract> : bf16 to f32
  // CHECK: %[[P:.*]] = arith.mulf
  // CHECK: %[[R:.*]] = arith.truncf %[[P]] : f32 to bf16
  // CHECK: %[[W:.*]] = arith.extf %[[R]] : bf16 to f32
  // CHECK: arith.addf %[[W]]
  %p = arith.mulf %x, %y : f32
  %r = arith.truncf %p fastmath<contract> : f32 to bf16
  %w = arith.extf %r fastmath<contract> : bf16 to f32
  %s = arith.addf %w, %x : f32
  %t = arith.truncf %s fastmath<contract> : f32 to bf16
  return %t : bf16
}

// CHECK-LABEL: func @exact
func.func @exact(%a: bf16, %b: bf16) -> bf16 {
  // CHECK: %[[X:.*]] = arith.extf
  // CHECK: %[[Y:.*]] = arith.extf
  // CHECK: %[[A:.*]] = math.absf %[[X]]
  // CHECK: %[[M:.*]] = arith.maximumf %[[A]], %[[Y]]
  // CHECK: %[[N:.*]] = arith.negf %[[M]]
  // CHECK: %[[R:.*]] = arith.truncf %[[N]]
  // CHECK: return %[[R]]
  %x = arith.extf %a fastmath<contract> : bf16 to f32
  %y = arith.extf %b fastmath<contract> : bf16 to f32
  %0 = math.absf %x : f32
  %1 = arith.truncf %0 fastmath<contract> : f32 to bf16
  %2 = arith.extf %1 fastmath<contract> : bf16 to f32
  %3 = arith.maximumf %2, %y : f32
  %4 = arith.truncf %3 fastmath<contract> : f32 to bf16
  %5 = arith.extf %4 fastmath<contract> : bf16 to f32
  %6 = arith.negf %5 : f32
  %7 = arith.truncf %6 fastmath<contract> : f32 to bf16
  return %7 : bf16
}

// An f16 is not a bf16.
// CHECK-LABEL: func @other_type
func.func @other_type(%a: f16) -> f32 {
  // CHECK: arith.extf
  // CHECK: arith.truncf
  // CHECK: arith.extf
  %x = arith.extf %a fastmath<contract> : f16 to f32
  %0 = math.absf %x : f32
  %1 = arith.truncf %0 fastmath<contract> : f32 to bf16
  %2 = arith.extf %1 fastmath<contract> : bf16 to f32
  return %2 : f32
}
