// RUN: plait-opt %s --canonicalize --cse | FileCheck %s
// What passes may drop or merge: pure ops and region ops with pure bodies, but neither collectives nor calls with effects.

// CHECK-LABEL: func.func @dead_pure_ops_go(
// CHECK-NEXT: return
func.func @dead_pure_ops_go(%a: tensor<2xf32>, %s: tensor<f32>, %n: tensor<i32>) {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  %1 = stablehlo.reduce(%0 init: %s) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %2 = "stablehlo.case"(%n) ({
    stablehlo.return %a : tensor<2xf32>
  }, {
    stablehlo.return %0 : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  %3 = stablehlo.custom_call @pure(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %4 = stablehlo.optimization_barrier %a : tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @equal_ops_merge(
func.func @equal_ops_merge(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK-NEXT: %[[SUM:.*]] = stablehlo.add
  // CHECK-NEXT: return %[[SUM]], %[[SUM]]
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  %1 = stablehlo.add %a, %a : tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func.func @equal_constants_merge(
func.func @equal_constants_merge() -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK-NEXT: %[[C:.*]] = stablehlo.constant
  // CHECK-NEXT: return %[[C]], %[[C]]
  %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
  %1 = stablehlo.constant dense<1.0> : tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// Two barriers of one operand are how rematerialization is printed.
// CHECK-LABEL: func.func @barriers_do_not_merge(
func.func @barriers_do_not_merge(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK-COUNT-2: stablehlo.optimization_barrier
  %0 = stablehlo.optimization_barrier %a : tensor<2xf32>
  %1 = stablehlo.optimization_barrier %a : tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func.func @effects_stay(
func.func @effects_stay(%a: tensor<2xf32>, %t: !stablehlo.token) {
  // CHECK-COUNT-2: stablehlo.custom_call @check
  stablehlo.custom_call @check(%a) {has_side_effect = true} : (tensor<2xf32>) -> ()
  stablehlo.custom_call @check(%a) {has_side_effect = true} : (tensor<2xf32>) -> ()
  // CHECK-COUNT-2: "stablehlo.collective_permute"
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: "stablehlo.outfeed"
  %2 = "stablehlo.outfeed"(%a, %t) <{outfeed_config = ""}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// CHECK-LABEL: func.func @effect_in_a_body_stays(
func.func @effect_in_a_body_stays(%n: tensor<i32>, %a: tensor<2xf32>) {
  // CHECK: "stablehlo.case"
  // CHECK: stablehlo.custom_call @check
  %0 = "stablehlo.case"(%n) ({
    stablehlo.custom_call @check(%a) {has_side_effect = true} : (tensor<2xf32>) -> ()
    stablehlo.return %a : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return
}
