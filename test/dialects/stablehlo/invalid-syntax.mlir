// RUN: plait-opt %s -split-input-file -verify-diagnostics
// What the parser refuses, and where it points.

func.func @unknown_op(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.frobnicate' is unknown}}
  %0 = stablehlo.frobnicate %a : tensor<2x3xf32>
  return
}

// -----

func.func @unknown_op_generic(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{unregistered operation 'stablehlo.frobnicate' found in dialect ('stablehlo') that does not allow unknown operations}}
  %0 = "stablehlo.frobnicate"(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @quantized(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.uniform_dequantize' is unknown}}
  %0 = stablehlo.uniform_dequantize %a : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xf32>
  return
}

// -----

func.func @direction(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.compare' must be one of EQ, NE, GE, GT, LE, LT, got: LESS}}
  %0 = stablehlo.compare LESS, %a, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  return
}

// -----

func.func @function_type(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.add' must have 2 operand types and one result type, got: '(tensor<2x3xf32>) -> tensor<2x3xf32>'}}
  %0 = stablehlo.add %a, %b : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @complex_type(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.complex' must be a tensor of complex type, got: 'tensor<2x3xf32>'}}
  %0 = stablehlo.complex %a, %b : tensor<2x3xf32>
  return
}

// -----

func.func @format(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.reduce_precision' expected valid keyword}}
  %0 = stablehlo.reduce_precision %a, format = 5x10 : tensor<2x3xf32>
  return
}

// -----

func.func @format_word(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.reduce_precision' format must be like e5m10, got: m5e10}}
  %0 = stablehlo.reduce_precision %a, format = m5e10 : tensor<2x3xf32>
  return
}

// -----

func.func @precision(%m: tensor<3x3xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.dot' precision must be DEFAULT, HIGH or HIGHEST, got: LOW}}
  %0 = stablehlo.dot %m, %m, precision = [LOW, LOW] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @dot_word(%m: tensor<3x3xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.dot_general' must be precision or algorithm, each once, got: precisely}}
  %0 = stablehlo.dot_general %m, %m, contracting_dims = [1] x [0], precisely = [HIGH] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

// expected-error @+1 {{field must be one of handle, type, got: hande}}
func.func private @struct_field() attributes {a = #stablehlo.channel_handle<hande = 1, type = 2>}

// -----

// expected-error @+1 {{field must be given once, got: handle again}}
func.func private @struct_twice() attributes {a = #stablehlo.channel_handle<handle = 1, handle = 2>}

// -----

// expected-error @+1 {{must have the field type, got: none}}
func.func private @struct_missing() attributes {a = #stablehlo.channel_handle<handle = 1>}

// -----

// expected-error @+1 {{must be true or false, got: maybe}}
func.func private @struct_boolean() attributes {a = #stablehlo.dot_algorithm<lhs_precision_type = f32, allow_imprecise_accumulation = maybe>}

// -----

// expected-error @+1 {{'mesh' must be a symbol or a #stablehlo.mesh, got: 3 : i64}}
func.func private @mesh_of_groups() attributes {a = #stablehlo.replica_group_mesh_axes<mesh = 3, axes = []>}

// -----

// expected-error @+1 {{bounds must be one per dimension (2), got: 1}}
func.func private @bounds_count(tensor<?x?xf32, #stablehlo.bounds<4>>)

// -----

// expected-error @+1 {{a static dimension must have the bound '?', got: 3}}
func.func private @bounds_static(tensor<?x3xf32, #stablehlo.bounds<4, 3>>)

// -----

func.func @tuple_type(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{custom op 'stablehlo.tuple' must be a tuple type, got: 'tensor<2x3xf32>'}}
  %0 = stablehlo.tuple %a : tensor<2x3xf32>
  return
}

// -----

func.func @tensor_list(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{invalid properties {permutation = dense<[1, 0]> : tensor<2xi64>} for op stablehlo.transpose: Invalid attribute `permutation` in property conversion: dense<[1, 0]> : tensor<2xi64>}}
  %0 = "stablehlo.transpose"(%a) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}
