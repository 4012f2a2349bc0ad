// RUN: plait-opt %s --plait-import-inline-calls --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// Tests that calls and composites are inlined with the location of the call, and that private
// functions go.

sdy.mesh @mesh = <["a"=4]>
// CHECK: func.func @main
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: sdy.sharding_constraint %{{.*}} <@mesh, [{"a"}]>
  // CHECK: stablehlo.negate {{.*}} loc(callsite(callsite("inner" at "middle") at "first"))
  // CHECK: stablehlo.exponential {{.*}} loc(callsite("outer" at "first"))
  // CHECK: sdy.sharding_constraint %{{.*}} <@mesh, [{?}]>
  %0 = func.call @f(%x) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}]>]>} : (tensor<8xf32>) -> tensor<8xf32> loc("first")
  // CHECK: stablehlo.negate {{.*}} loc(callsite("inner" at "second"))
  %1 = stablehlo.composite "my.op" %0 {decomposition = @g} : (tensor<8xf32>) -> tensor<8xf32> loc("second")
  return %1 : tensor<8xf32>
}
// CHECK-NOT: func.func
func.func private @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<8xf32> {
  %0 = func.call @g(%x) : (tensor<8xf32>) -> tensor<8xf32> loc("middle")
  %1 = stablehlo.exponential %0 : tensor<8xf32> loc("outer")
  return %1 : tensor<8xf32>
}
func.func private @g(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %x : tensor<8xf32> loc("inner")
  return %0 : tensor<8xf32>
}
