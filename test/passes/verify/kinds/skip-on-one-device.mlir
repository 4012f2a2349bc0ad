// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// A step that is skipped for a NaN: decided by each device for itself.

plait.mesh @mesh = <"dp"=2>

func.func @one_device(
    %w: tensor<f32> {test.value = dense<5.0> : tensor<f32>},
    %g: tensor<2xf32> {test.value = dense<[1.0, 0x7FC00000]> : tensor<2xf32>})
    -> (tensor<f32>) {
  %no = arith.constant dense<false> : tensor<i1>
  %nan = arith.cmpf uno, %g, %g : tensor<2xf32>
  %bad = linalg.reduce {arith.ori} ins(%nan : tensor<2xi1>) outs(%no : tensor<i1>) dimensions = [0]
  %one = arith.constant dense<1.0> : tensor<f32>
  %next = arith.subf %w, %one : tensor<f32>
  %kept = arith.select %bad, %w, %next : tensor<i1>, tensor<f32>
  return %kept : tensor<f32>
}

// CHECK: @right: result 'new' is that of one device: [5]
func.func @right(
    %w: tensor<f32> {plait.global = tensor<f32>, plait.name = "w", plait.state = #plait.state<parameter>, plait.alias = 0 : i64},
    %g: tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "g", plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "new"}) {
  %no = arith.constant dense<false> : tensor<i1>
  %nan = arith.cmpf uno, %g, %g : tensor<1xf32>
  %bad = linalg.reduce {arith.ori} ins(%nan : tensor<1xi1>) outs(%no : tensor<i1>) dimensions = [0]
  %any = coll.all_reduce %bad or over @mesh["dp"] site <0 partition "g"> : (tensor<i1>) -> tensor<i1>
  %one = arith.constant dense<1.0> : tensor<f32>
  %next = arith.subf %w, %one : tensor<f32>
  %kept = arith.select %any, %w, %next : tensor<i1>, tensor<f32>
  return %kept : tensor<f32>
}

// CHECK: @wrong: result 'new' differs on device 0 (dp=0) at []: got 4, one device gives 5; made by arith.select at {{.*}}:[[#@LINE+12]]
func.func @wrong(
    %w: tensor<f32> {plait.global = tensor<f32>, plait.name = "w", plait.state = #plait.state<parameter>, plait.alias = 0 : i64},
    %g: tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "g", plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "new"}) {
  %no = arith.constant dense<false> : tensor<i1>
  %nan = arith.cmpf uno, %g, %g : tensor<1xf32>
  // expected-note @below {{partial over 'dp' since this op}}
  %bad = linalg.reduce {arith.ori} ins(%nan : tensor<1xi1>) outs(%no : tensor<i1>) dimensions = [0]
  %one = arith.constant dense<1.0> : tensor<f32>
  %next = arith.subf %w, %one : tensor<f32>
  // expected-error @below {{'arith.select' op must not choose by a value that is partial over 'dp' before it is combined: devices would decide differently}}
  %kept = arith.select %bad, %w, %next : tensor<i1>, tensor<f32>
  return %kept : tensor<f32>
}
