// RUN: plait-opt %s | plait-opt | FileCheck %s --strict-whitespace
// RUN: plait-opt %s --mlir-print-op-generic | FileCheck %s --strict-whitespace --check-prefix=GENERIC
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s --strict-whitespace
// Tests the ops that annotate a value, and every part of a sharding.

sdy.mesh @mesh = <["x"=4, "y"=2]>

// CHECK-LABEL: func @sharding_constraint
func.func @sharding_constraint(%d: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: sdy.sharding_constraint %{{.*}} <@mesh, [{"x", "y"}, {?}]> : tensor<8x8xf32>
  // GENERIC: "sdy.sharding_constraint"(%{{.*}}) <{sharding = #sdy.sharding<@mesh, [{"x", "y"}, {?}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = sdy.sharding_constraint %d <@mesh, [{"x", "y"}, {?}]> : tensor<8x8xf32>
  // CHECK: sdy.sharding_constraint %{{.*}} <mesh<["a"=2]>, [{"a", ?}, {}]> : tensor<8x8xf32>
  // GENERIC: <{sharding = #sdy.sharding<mesh<["a"=2]>, [{"a", ?}, {}]>}>
  %1 = sdy.sharding_constraint %0 <mesh<["a"=2]>, [{"a", ?}, {}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// CHECK-LABEL: func @reshard
func.func @reshard(%d: tensor<8x8xf32>) {
  // CHECK: sdy.reshard %{{.*}} <@mesh, [{"x":(1)2}p1, {"x":(2)2, ?}p0], replicated={"y"}> : tensor<8x8xf32>
  %0 = sdy.reshard %d <@mesh, [{"x":(1)2}p1, {"x":(2)2, ?}p0], replicated={"y"}> : tensor<8x8xf32>
  // CHECK: sdy.reshard %{{.*}} <@mesh, [{}, {}], unreduced={"x", "y"}> : tensor<8x8xf32>
  %1 = sdy.reshard %d <@mesh, [{}, {}], unreduced={"x", "y"}> : tensor<8x8xf32>
  // CHECK: sdy.reshard %{{.*}} <@mesh, [{}, {}], replicated={"y"}, unreduced=max{"x"}> : tensor<8x8xf32>
  %2 = sdy.reshard %d <@mesh, [{}, {}], unreduced=max{"x"}, replicated={"y"}> : tensor<8x8xf32>
  return
}

// CHECK-LABEL: func @sharding_group
func.func @sharding_group(%d: tensor<8x8xf32>) {
  // CHECK: sdy.sharding_group %{{.*}} group_id=3 : tensor<8x8xf32>
  // GENERIC: "sdy.sharding_group"(%{{.*}}) <{group_id = 3 : i64}> : (tensor<8x8xf32>) -> ()
  sdy.sharding_group %d group_id=3 : tensor<8x8xf32>
  return
}

// CHECK-LABEL: func @propagation_barrier
func.func @propagation_barrier(%d: tensor<8x8xf32>) {
  // CHECK: sdy.propagation_barrier %{{.*}} allowed_direction=BACKWARD : tensor<8x8xf32>
  // GENERIC: "sdy.propagation_barrier"(%{{.*}}) <{allowed_direction = 2 : i32}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = sdy.propagation_barrier %d allowed_direction=BACKWARD : tensor<8x8xf32>
  // CHECK: allowed_direction=NONE
  %1 = sdy.propagation_barrier %d allowed_direction=NONE : tensor<8x8xf32>
  // CHECK: allowed_direction=FORWARD
  %2 = sdy.propagation_barrier %d allowed_direction=FORWARD : tensor<8x8xf32>
  // CHECK: allowed_direction=BOTH
  %3 = sdy.propagation_barrier %d allowed_direction=BOTH : tensor<8x8xf32>
  return
}

// CHECK-LABEL: func @edges
func.func @edges(%d: tensor<8x8xf32>) {
  // CHECK: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  // GENERIC: "sdy.data_flow_edge"(%{{.*}}) <{sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}>
  %0 = sdy.data_flow_edge %d sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  // CHECK: sdy.data_flow_edge %{{[^ ]*}} : tensor<8x8xf32>
  %1 = sdy.data_flow_edge %d : tensor<8x8xf32>
  // CHECK: sdy.func_data_flow_edge %{{[^ ]*}} : tensor<8x8xf32>
  %2 = sdy.func_data_flow_edge %d : tensor<8x8xf32>
  // CHECK: sdy.func_data_flow_edge %{{.*}} sharding=<@mesh, [{}, {"y"}]> : tensor<8x8xf32>
  %3 = sdy.func_data_flow_edge %d sharding=<@mesh, [{}, {"y"}]> : tensor<8x8xf32>
  return
}

// CHECK-LABEL: func @constant
func.func @constant() -> tensor<8x8xf32> {
  // CHECK: sdy.constant dense<1.000000e+00> : tensor<8x8xf32>
  // GENERIC: "sdy.constant"() <{value = dense<1.000000e+00> : tensor<8x8xf32>}> : () -> tensor<8x8xf32>
  %0 = sdy.constant dense<1.000000e+00> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
