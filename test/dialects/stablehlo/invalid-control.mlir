// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Rules of control flow, tuples and random numbers.

func.func @while_c1(%n: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.while' op 'cond' must return (tensor<i1>), got: (tensor<i32>)}}
  %0 = stablehlo.while(%iterArg = %n) : tensor<i32>
   cond {
    stablehlo.return %iterArg : tensor<i32>
  } do {
    stablehlo.return %iterArg : tensor<i32>
  }
  return
}

// -----

func.func @while_c2(%n: tensor<i32>, %ps: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.while' op 'body' must return (tensor<i32>), got: (tensor<i1>)}}
  %0 = stablehlo.while(%iterArg = %n) : tensor<i32>
   cond {
    stablehlo.return %ps : tensor<i1>
  } do {
    stablehlo.return %ps : tensor<i1>
  }
  return
}

// -----

func.func @while_c3(%n: tensor<i32>, %ps: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.while' op 'results' must be (tensor<i32>), got: (tensor<i64>)}}
  %0 = "stablehlo.while"(%n) ({
  ^bb0(%l: tensor<i32>):
    stablehlo.return %ps : tensor<i1>
  }, {
  ^bb0(%l: tensor<i32>):
    stablehlo.return %l : tensor<i32>
  }) : (tensor<i32>) -> tensor<i64>
  return
}

// -----

func.func @case_c1(%a: tensor<2x3xf32>, %n64: tensor<i64>) {
  // expected-error @+1 {{'stablehlo.case' op 'index' must be a scalar of i32, got: 'tensor<i64>'}}
  %0 = "stablehlo.case"(%n64) ({
    stablehlo.return %a : tensor<2x3xf32>
  }) : (tensor<i64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @case_c2(%a: tensor<2x3xf32>, %n: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.case' op 'branches' must take (), got: (tensor<i32>)}}
  %0 = "stablehlo.case"(%n) ({
  ^bb0(%l: tensor<i32>):
    stablehlo.return %a : tensor<2x3xf32>
  }) : (tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @case_c2_none(%n: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.case' op must have at least one branch, got: none}}
  "stablehlo.case"(%n) : (tensor<i32>) -> ()
  return
}

// -----

func.func @case_c3(%a: tensor<2x3xf32>, %s: tensor<f32>, %n: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.case' op 'branches' must return (tensor<2x3xf32>), got: (tensor<f32>)}}
  %0 = "stablehlo.case"(%n) ({
    stablehlo.return %a : tensor<2x3xf32>
  }, {
    stablehlo.return %s : tensor<f32>
  }) : (tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @if_c1(%a: tensor<2x3xf32>, %ps: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.if' op 'true_branch' must take (), got: (tensor<i32>)}}
  %0 = "stablehlo.if"(%ps) ({
  ^bb0(%l: tensor<i32>):
    stablehlo.return %a : tensor<2x3xf32>
  }, {
    stablehlo.return %a : tensor<2x3xf32>
  }) : (tensor<i1>) -> tensor<2x3xf32>
  return
}

// -----

func.func @if_c2(%a: tensor<2x3xf32>, %ps: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.if' op 'false_branch' must return (tensor<2x3xf32>), got: ()}}
  %0 = "stablehlo.if"(%ps) ({
    stablehlo.return %a : tensor<2x3xf32>
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> tensor<2x3xf32>
  return
}

// -----

func.func @optimization_barrier_c1(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.optimization_barrier' op 'results' must be (tensor<2x3xf32>), got: (tensor<f32>)}}
  %0 = "stablehlo.optimization_barrier"(%a) : (tensor<2x3xf32>) -> tensor<f32>
  return
}

// -----

func.func @tuple_c1(%a: tensor<2x3xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'stablehlo.tuple' op 'val' must be (tensor<2x3xf32>, tensor<i32>), got: (tensor<2x3xf32>, tensor<f32>)}}
  %0 = stablehlo.tuple %a, %s : (tensor<2x3xf32>, tensor<f32>) -> tuple<tensor<2x3xf32>, tensor<i32>>
  return
}

// -----

func.func @get_tuple_element_c1(%tu: tuple<tensor<2x3xf32>, tensor<f32>>) {
  // expected-error @+1 {{'stablehlo.get_tuple_element' op 'index' must be in [0, 2), got: 2}}
  %0 = stablehlo.get_tuple_element %tu[2] : (tuple<tensor<2x3xf32>, tensor<f32>>) -> tensor<f32>
  return
}

// -----

func.func @get_tuple_element_c2(%tu: tuple<tensor<2x3xf32>, tensor<f32>>) {
  // expected-error @+1 {{'stablehlo.get_tuple_element' op 'result' must be 'tensor<2x3xf32>', got: 'tensor<f32>'}}
  %0 = stablehlo.get_tuple_element %tu[0] : (tuple<tensor<2x3xf32>, tensor<f32>>) -> tensor<f32>
  return
}

// -----

func.func @rng_bit_generator_c1(%key3: tensor<3xui64>) {
  // expected-error @+1 {{'stablehlo.rng_bit_generator' op 'initial_state' must be ui64 elements that fit THREE_FRY, got: 'tensor<3xui64>'}}
  %0:2 = stablehlo.rng_bit_generator %key3, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui32>)
  return
}

// -----

func.func @rng_bit_generator_c2(%key: tensor<2xui64>) {
  // expected-error @+1 {{'stablehlo.rng_bit_generator' op 'output_state' must be 'tensor<2xui64>', got: 'tensor<3xui64>'}}
  %0:2 = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<3xui64>, tensor<5xui32>)
  return
}

// -----

func.func @rng_c1(%s: tensor<f32>, %n: tensor<i32>, %sh: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.rng' op 'b' must be 'tensor<f32>', got: 'tensor<i32>'}}
  %0 = stablehlo.rng %s, %n, %sh, distribution = UNIFORM : (tensor<f32>, tensor<i32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @rng_c2(%s: tensor<f32>, %sh: tensor<2xi64>) {
  // expected-error @+1 {{'stablehlo.rng' op 'shape' must have 1 entry, got: 2}}
  %0 = stablehlo.rng %s, %s, %sh, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3xf32>
  return
}
