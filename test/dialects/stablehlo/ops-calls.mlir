// RUN: plait-opt %s | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// Custom calls and composites: read and printed in pretty and generic form.
func.func private @dec(%x: tensor<2x3xf32>) -> tensor<2x3xf32> { return %x : tensor<2x3xf32> }

// CHECK-LABEL: func.func @custom_call(
func.func @custom_call(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
  // CHECK: stablehlo.custom_call @check.expect_eq(%arg0, %arg1) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%arg0, %arg1) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @custom_call_2(
// GENERIC-LABEL: sym_name = "custom_call_2"
func.func @custom_call_2(%arg0: tensor<2x3xf32>) {
  // GENERIC: "stablehlo.custom_call"({{.*}}) <{backend_config = "", call_target_name = "lapack_spotrf_ffi", operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]}> {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<i32>)
  // CHECK: %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<i32>)
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<i32>)
  return
}

// CHECK-LABEL: func.func @custom_call_3(
func.func @custom_call_3(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.custom_call @"a b"(%arg0) {api_version = 4 : i32, backend_config = {k = 1 : i64}, called_computations = [@dec]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %0 = stablehlo.custom_call @"a b"(%arg0) {api_version = 4 : i32, backend_config = {k = 1 : i64}, called_computations = [@dec]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @composite(
// GENERIC-LABEL: sym_name = "composite"
func.func @composite(%arg0: tensor<2x3xf32>) {
  // GENERIC: "stablehlo.composite"({{.*}}) <{composite_attributes = {k = 1 : i64}, decomposition = @dec, name = "my.op", version = 1 : i32}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: %0 = stablehlo.composite "my.op" %arg0 {composite_attributes = {k = 1 : i64}, decomposition = @dec, version = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %0 = stablehlo.composite "my.op" %arg0 {composite_attributes = {k = 1 : i64}, decomposition = @dec, version = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
