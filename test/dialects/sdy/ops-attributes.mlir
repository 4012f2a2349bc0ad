// RUN: plait-opt %s | plait-opt | FileCheck %s --strict-whitespace
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s --strict-whitespace
// Tests shardings and rules as attributes of functions and of any op.

sdy.mesh @mesh = <["x"=4, "y"=2]>
sdy.mesh @maximal_mesh_0 = <[], device_ids=[0]>

// CHECK-LABEL: func @function
// CHECK-SAME: %{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}p1, {}]>}
// CHECK-SAME: %{{.*}}: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}
// CHECK-SAME: -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x":(1)2}]>})
func.func @function(%d: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}p1, {}]>},
                    %s: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x":(1)2}]>}) {
  return %d : tensor<8x8xf32>
}

// CHECK: func private @declaration(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
func.func private @declaration(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})

// CHECK-LABEL: func @op
func.func @op(%d: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: call @callee(%{{.*}}) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>}
  %0 = func.call @callee(%d) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: call @declaration(%{{.*}}) {sdy.sharding = #sdy.sharding_per_value<[<@maximal_mesh_0, []>]>}
  func.call @declaration(%d) {sdy.sharding = #sdy.sharding_per_value<[<@maximal_mesh_0, []>]>} : (tensor<8x8xf32>) -> ()
  return %0 : tensor<8x8xf32>
}
// CHECK-LABEL: func private @callee
func.func private @callee(%d: tensor<8x8xf32>) -> tensor<8x8xf32> {
  return %d : tensor<8x8xf32>
}

// CHECK-LABEL: func @rule
func.func @rule(%d: tensor<8x8xf32>) {
  // CHECK: sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=8, k=8} reduction={k}>
  %0 = func.call @two(%d, %d) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=8, k=8} reduction={k}>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k], [k, l])->([ij, l]) {i=2, j=4, k=8, l=8} reduction={k} need_replication={j} permutation={l} blocked_propagation={i}, custom>
  %1 = func.call @two(%d, %d) {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k], [k, l])->([ij, l]) {i=2, j=4, k=8, l=8} reduction={k} need_replication={j} permutation={l} blocked_propagation={i}, custom>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// After z come z_1 and so on; tensors of rank 0 have no factors.
// CHECK-LABEL: func @rule_with_many_factors
func.func @rule_with_many_factors(%d: tensor<8x8xf32>) {
  // CHECK: ([ijklmnopqr, stuvwxyzz_1z_2])->([i, z_2z_1])
  %0 = func.call @callee(%d) {sdy.sharding_rule = #sdy.op_sharding_rule<([ijklmnopqr, stuvwxyzz_1z_2])->([i, z_2z_1]) {i=1, j=1, k=1, l=1, m=1, n=1, o=1, p=1, q=1, r=1, s=1, t=1, u=1, v=1, w=1, x=1, y=1, z=1, z_1=2, z_2=4}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: sdy.sharding_rule = #sdy.op_sharding_rule<()->([])>
  %1 = func.call @scalar() {sdy.sharding_rule = #sdy.op_sharding_rule<()->([])>} : () -> tensor<f32>
  return
}
func.func private @two(tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
func.func private @scalar() -> tensor<f32>
