// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests shardings that stand on an op as an attribute.

sdy.mesh @mesh = <["a"=4, "b"=2]>
func.func private @one(tensor<8x8xf32>) -> tensor<8x8xf32>
func.func @not_per_value(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding' must be a sharding per result, got: #sdy.sharding<@mesh, [{}, {}]>}}
  func.call @one(%d) {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=4, "b"=2]>
func.func private @one(tensor<8x8xf32>) -> tensor<8x8xf32>
func.func @count(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding' must have one sharding per result, of which there are 1, got: 2}}
  func.call @one(%d) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>, <@mesh, [{}, {}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=4, "b"=2]>
func.func private @none(tensor<8x8xf32>)
func.func @count_without_results(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.sharding' must have one sharding per result, of which there are 0, got: 1}}
  func.call @none(%d) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<8x8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["a"=4, "b"=2]>
func.func private @one(tensor<8x8xf32>) -> tensor<8x8xf32>
func.func @sharding_c5(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{'func.call' op 'sdy.sharding': a sharding must have one entry per dimension, of which 'tensor<8x8xf32>' has 2, got: 3}}
  func.call @one(%d) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func private @one(tensor<8x8xf32>) -> tensor<8x8xf32>
func.func @sharding_c4(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{'func.call' op 'sdy.sharding': the mesh must be defined by a sdy.mesh, got: @mesh}}
  func.call @one(%d) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @misspelt(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{attributes of sdy must be 'sdy.sharding' or 'sdy.sharding_rule', got: 'sdy.shard'}}
  return {sdy.shard}
}
