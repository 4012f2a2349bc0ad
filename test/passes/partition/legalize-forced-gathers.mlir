// RUN: plait-opt %s --plait-partition-legalize -split-input-file --remark-format=emitRemark --remarks-filter="plait-partition.*" -o /dev/null 2>&1 | FileCheck %s
// RUN: not plait-opt %s --plait-partition-legalize="remat-budget=0" -split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR
// Tests that bringing a value whole to every device for an op that cannot work
// on parts is reported, and refused beyond the budget.

#x = #plait.sharding<@mesh, [{"x"}]>
plait.mesh @mesh = <"x"=4>
func.func @sorted(%a: tensor<16xf32, #x>) -> tensor<16xf32, #x> {
  // CHECK: remark: [Missed] GatherWhole
  // CHECK-SAME: an operand must be whole on every device
  // CHECK-SAME: bytes-per-device=48
  // ERROR: [[#@LINE+2]]:8: error: 'linalgx.sort' op must not have an operand brought whole to every device beyond the budget of 0 bytes, got: operand 0 from [{x}] to [{}], 48 bytes received per device
  // ERROR: note: the op cannot work on parts along a split dimension: annotate the operand so that another dimension is split, or allow it with --remat-budget=48
  %r = linalgx.sort(%a) dim 0 : (tensor<16xf32, #x>) -> tensor<16xf32, #x> {
  ^bb0(%p: f32, %q: f32):
    %c = arith.cmpf olt, %p, %q : f32
    linalgx.yield %c : i1
  }
  return %r : tensor<16xf32, #x>
}

// -----

// Where another dimension can hold the axis, nothing is gathered; nor is that
// forced which the choice of axes prefers, as a small operand of a product.
#x = #plait.sharding<@mesh, [{"x"}, {}]>
#y = #plait.sharding<@mesh, [{}, {"x"}]>
plait.mesh @mesh = <"x"=4>
// CHECK-NOT: remark
// ERROR-NOT: error
func.func @exchanged(%a: tensor<16x16xf32, #x>) -> tensor<16x16xf32, #x> {
  %r = linalgx.sort(%a) dim 0 : (tensor<16x16xf32, #x>) -> tensor<16x16xf32, #x> {
  ^bb0(%p: f32, %q: f32):
    %c = arith.cmpf olt, %p, %q : f32
    linalgx.yield %c : i1
  }
  return %r : tensor<16x16xf32, #x>
}
func.func @preferred(%a: tensor<64x8xf32, #x>, %w: tensor<8x4xf32, #x>) -> tensor<64x4xf32, #x> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x4xf32, #x>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x4xf32, #x>) -> tensor<64x4xf32, #x>
  %r = linalg.matmul ins(%a, %w : tensor<64x8xf32, #x>, tensor<8x4xf32, #x>) outs(%f : tensor<64x4xf32, #x>) -> tensor<64x4xf32, #x>
  return %r : tensor<64x4xf32, #x>
}
