// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests custom calls of foreign code: what their sharding rules say can be cut, and what else tells one call from another.

// CHECK-LABEL: func @rules
func.func @rules(%x: tensor<8x4xf32>, %y: tensor<4x6xf32>) -> tensor<8x6xf32> {
  // A reduction is a sum.
  // CHECK: %[[P:.*]] = linalgx.foreign_call "product"(%arg0, %arg1) loops <operands = {{\[\[}}0, 2], [2, 1]], results = {{\[\[}}0, 1]], summed = [2]>
  %p = stablehlo.custom_call @product(%x, %y) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=6, k=4} reduction={k}, custom>} : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  // What must be replicated, permuted, or may not be propagated along, is needed whole.
  // CHECK: linalgx.foreign_call "whole"(%[[P]]) loops <operands = {{\[\[}}0, -1]], results = {{\[\[}}0, -1]]>
  %0 = stablehlo.custom_call @whole(%p) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=6} need_replication={j}, custom>} : (tensor<8x6xf32>) -> tensor<8x6xf32>
  // CHECK: linalgx.foreign_call "permuted"(%{{.*}}) loops <operands = {{\[\[}}-1, 0]], results = {{\[\[}}-1, 0]]>
  %1 = stablehlo.custom_call @permuted(%0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=6} permutation={i}, custom>} : (tensor<8x6xf32>) -> tensor<8x6xf32>
  // CHECK: linalgx.foreign_call "blocked"(%{{.*}}) loops <operands = {{\[\[}}-1, 0]], results = {{\[\[}}-1, 0]]>
  %2 = stablehlo.custom_call @blocked(%1) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=6} blocked_propagation={i}, custom>} : (tensor<8x6xf32>) -> tensor<8x6xf32>
  // CHECK: linalgx.foreign_call "unruled"(%{{.*}}) config
  %3 = stablehlo.custom_call @unruled(%2) : (tensor<8x6xf32>) -> tensor<8x6xf32>
  return %3 : tensor<8x6xf32>
}

// Several factors in a dimension, a dimension of another size, and a factor that no result has and that is not summed: whole.
// CHECK-LABEL: func @odd_factors
func.func @odd_factors(%x: tensor<8x6xf32>) -> (tensor<2x4x6xf32>, tensor<8x5xf32>, tensor<8xf32>) {
  // CHECK: loops <operands = {{\[\[}}-1, 0]], results = {{\[\[}}-1, -1, 0]]>
  %0 = stablehlo.custom_call @split(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k])->([i, j, k]) {i=2, j=4, k=6}, custom>} : (tensor<8x6xf32>) -> tensor<2x4x6xf32>
  // CHECK: loops <operands = {{\[\[}}0, -1]], results = {{\[\[}}0, -1]]>
  %1 = stablehlo.custom_call @cut(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=6}, custom>} : (tensor<8x6xf32>) -> tensor<8x5xf32>
  // CHECK: loops <operands = {{\[\[}}0, -1]], results = {{\[\[}}0]]>
  %2 = stablehlo.custom_call @first(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i]) {i=8, j=6}, custom>} : (tensor<8x6xf32>) -> tensor<8xf32>
  return %0, %1, %2 : tensor<2x4x6xf32>, tensor<8x5xf32>, tensor<8xf32>
}

// CHECK-LABEL: func @config
func.func @config(%x: tensor<2xui32>) -> tensor<2xf32> {
  // CHECK: linalgx.foreign_call "f"(%arg0) config {api_version = 4 : i32, backend_config = {n = 3 : i64}, type = (tensor<2xui32>) -> tensor<2xf32>} : (tensor<2xi32>) -> tensor<2xf32>
  %0 = stablehlo.custom_call @f(%x) {api_version = 4 : i32, backend_config = {n = 3 : i64}} : (tensor<2xui32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
