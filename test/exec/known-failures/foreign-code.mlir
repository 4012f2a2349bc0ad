// RUN: plait-opt %s --plait-import --plait-place "--plait-test-equivalence=tolerance=0 integers" -split-input-file -verify-diagnostics | FileCheck %s
// Tests an op that nobody knows between two annotated ones (README.md, row 32). The simulated devices know what it computes (test/lib/ForeignCode.h).

// By its rule, each device calls it on its rows: nothing is sent.
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: none
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8xf32>) {
  %0 = stablehlo.add %a, %a : tensor<8x6xf32>
  %r:2 = stablehlo.custom_call @test.shares(%0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j], [i]) {i=8, j=6} need_replication={j}, custom>} : (tensor<8x6xf32>) -> (tensor<8x6xf32>, tensor<8xf32>)
  %1 = stablehlo.negate %r#0 : tensor<8x6xf32>
  return %1, %r#1 : tensor<8x6xf32>, tensor<8xf32>
}

// -----

// What the rule says it needs whole is gathered, or exchanged for what it does not.
// CHECK: equivalence: 2 devices
// CHECK-SAME: collectives: all_to_all x1
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x6xf32>, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %r:2 = stablehlo.custom_call @test.shares(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j], [i]) {i=8, j=6} need_replication={j}, custom>} : (tensor<8x6xf32>) -> (tensor<8x6xf32>, tensor<8xf32>)
  return %r#0, %r#1 : tensor<8x6xf32>, tensor<8xf32>
}

// -----

// Where it is split along a reduction, devices have parts of a sum.
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: all_reduce x1
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<12x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %r = stablehlo.custom_call @test.product(%a, %b) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=6, k=12} reduction={k}, custom>} : (tensor<8x12xf32>, tensor<12x6xf32>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}

// -----

// Foreign code must see no padding: what is split unevenly is gathered.
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: all_gather
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<6x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<6xf32> {
  %r:2 = stablehlo.custom_call @test.shares(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j], [i]) {i=6, j=6} need_replication={j}, custom>} : (tensor<6x6xf32>) -> (tensor<6x6xf32>, tensor<6xf32>)
  return %r#1 : tensor<6xf32>
}

// -----

// Without a rule all of it is whole, and that is said.
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: all_gather x1
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // expected-warning@+1 {{has no sharding rule: its tensors are whole on every device}}
  %r:2 = stablehlo.custom_call @test.shares(%a) : (tensor<8x6xf32>) -> (tensor<8x6xf32>, tensor<8xf32>)
  return %r#1 : tensor<8xf32>
}

// -----

// What nobody has the code of cannot run.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  // expected-error@+1 {{'linalgx.foreign_call' op has no implementation in the interpreter, got: @nobody_knows_it}}
  %r = stablehlo.custom_call @nobody_knows_it(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}, custom>} : (tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
