// RUN: plait-opt %s --plait-test-print-liveness -o /dev/null | FileCheck %s
// Tests that a sort needs a second place, beside its operand's own if that is
// not read later, else beside a new one.

// CHECK: in_place: 2048 bytes
func.func @in_place(%x: tensor<256xf32>) -> tensor<256xf32> {
  %0 = math.exp %x : tensor<256xf32>
  %1 = linalgx.sort(%0) dim 0 : (tensor<256xf32>) -> tensor<256xf32> {
  ^bb0(%a: f32, %b: f32):
    %less = arith.cmpf olt, %a, %b : f32
    linalgx.yield %less : i1
  }
  %2 = math.absf %1 : tensor<256xf32>
  return %2 : tensor<256xf32>
}

// CHECK: of_argument: 2048 bytes
func.func @of_argument(%x: tensor<256xf32>) -> tensor<256xf32> {
  %0 = linalgx.sort(%x) dim 0 : (tensor<256xf32>) -> tensor<256xf32> {
  ^bb0(%a: f32, %b: f32):
    %less = arith.cmpf olt, %a, %b : f32
    linalgx.yield %less : i1
  }
  return %0 : tensor<256xf32>
}

// CHECK: read_later: 3072 bytes
func.func @read_later(%x: tensor<256xf32>) -> tensor<256xf32> {
  %0 = math.exp %x : tensor<256xf32>
  %1 = linalgx.sort(%0) dim 0 : (tensor<256xf32>) -> tensor<256xf32> {
  ^bb0(%a: f32, %b: f32):
    %less = arith.cmpf olt, %a, %b : f32
    linalgx.yield %less : i1
  }
  %2 = arith.addf %1, %0 : tensor<256xf32>
  return %2 : tensor<256xf32>
}
