// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Rules of custom calls, composites and host transfer.

func.func @custom_call_c1_alone(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.custom_call' op 'operand_layouts' and 'result_layouts' must come together, got: only operand_layouts}}
  %0 = stablehlo.custom_call @f(%a) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_c1_count(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.custom_call' op 'operand_layouts' must have 1 entry, got: 0}}
  %0 = stablehlo.custom_call @f(%a) {operand_layouts = [], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_c1_order(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.custom_call' op 'operand_layouts' must order the dimensions of 'tensor<2x3xf32>', got: dense<1> : tensor<2xindex>}}
  %0 = stablehlo.custom_call @f(%a) {operand_layouts = [dense<[1, 1]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_c2_range(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.custom_call' op 'operand_index' must be in [0, 1), got: 1}}
  %0 = stablehlo.custom_call @f(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_c2_type(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.custom_call' op 'output_operand_aliases' must name an operand and a result of one type, got: #stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>}}
  %0 = stablehlo.custom_call @f(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2x3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @custom_call_c3(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.custom_call' op 'called_computations' must be functions of the module, got: @missing}}
  %0 = stablehlo.custom_call @f(%a) {called_computations = [@missing]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call_c4(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.custom_call' op 'api_version' must be in [0, 5), got: 5}}
  %0 = stablehlo.custom_call @f(%a) {api_version = 5 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @composite_c1(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.composite' op 'name' must not be empty, got: ""}}
  %0 = stablehlo.composite "" %a {decomposition = @dec} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @composite_c2(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.composite' op 'decomposition' must be a function of the module, got: @missing}}
  %0 = stablehlo.composite "my.op" %a {decomposition = @missing} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// expected-note @+1 {{the decomposition}}
func.func private @dec(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}
func.func @composite_c2_type(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.composite' op 'decomposition' must have the type (tensor<2x3xf32>) -> (tensor<2x3xf32>), got: @dec of '(tensor<i32>) -> tensor<i32>'}}
  %0 = stablehlo.composite "my.op" %a {decomposition = @dec} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @composite_c3(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.composite' op 'version' must be at least 0, got: -1}}
  %0 = stablehlo.composite "my.op" %a {decomposition = @dec, version = -1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @recv_c1(%t: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.recv' op results must be tensors and one token, last, got: (tensor<2x3xf32>)}}
  %0 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>}> : (!stablehlo.token) -> tensor<2x3xf32>
  return
}

// -----

func.func @infeed_c1(%t: !stablehlo.token) {
  // expected-error @+1 {{'stablehlo.infeed' op results must be tensors and one token, last, got: (!stablehlo.token, tensor<2x3xf32>)}}
  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (!stablehlo.token, tensor<2x3xf32>)
  return
}
