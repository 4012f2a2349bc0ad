// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests what must hold of a sharding rule, by itself and at an op.

func.func private @one(tensor<8x8xf32>) -> tensor<8x8xf32>
func.func @op_sharding_rule_c1(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{the size of factor j must be at least 1, got: 0}}
  func.call @one(%d) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=0}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func private @one(tensor<8x8xf32>) -> tensor<8x8xf32>
func.func @op_sharding_rule_c1_without(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{each factor must have a size, got: j without}}
  func.call @one(%d) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func private @one(tensor<8x8xf32>) -> tensor<8x8xf32>
func.func @op_sharding_rule_c1_list(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{each factor must have a size, got: k without}}
  func.call @one(%d) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8} reduction={k}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func private @one(tensor<8x8xf32>) -> tensor<8x8xf32>
func.func @op_sharding_rule_c2(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{each factor must be used by a dimension, got: k unused}}
  func.call @one(%d) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8, k=8}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func private @one(tensor<8x8xf32>) -> tensor<8x8xf32>
func.func @op_sharding_rule_c3(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{a tensor must use a factor at most once, got: i twice}}
  func.call @one(%d) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, i])->([i, j]) {i=8, j=8}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func private @one(tensor<8x8xf32>) -> tensor<8x8xf32>
func.func @op_sharding_rule_c4(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{a list of factors must increase, got: i after j}}
  func.call @one(%d) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8} reduction={j, i}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func private @one(tensor<8x8xf32>) -> tensor<8x8xf32>
func.func @op_sharding_rule_c4_two_lists(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{a factor must be of one kind, got: j in two lists}}
  func.call @one(%d) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8} reduction={j} permutation={j}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func private @one(tensor<8x8xf32>) -> tensor<8x8xf32>
func.func @op_sharding_rule_c5_operands(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_rule' must have one mapping per operand, of which there are 1, got: 2}}
  func.call @one(%d) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func private @one(tensor<8x8xf32>) -> tensor<8x8xf32>
func.func @op_sharding_rule_c5_results(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_rule' must have one mapping per result, of which there are 1, got: 0}}
  func.call @one(%d) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->() {i=8, j=8}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func private @one(tensor<8x8xf32>) -> tensor<8x8xf32>
func.func @op_sharding_rule_c5_rank(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_rule' must map the 2 dimensions of result #0, got: 1}}
  func.call @one(%d) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i]) {i=8, j=8}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func private @one(tensor<8x8xf32>) -> tensor<8x8xf32>
func.func @no_rule(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding_rule' must be a sharding rule, got: 3 : i64}}
  func.call @one(%d) {sdy.sharding_rule = 3} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
