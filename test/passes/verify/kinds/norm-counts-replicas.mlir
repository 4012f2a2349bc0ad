// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// The global norm of a gradient of 3 that both devices hold, and one of 4 that is sharded: 5.

plait.mesh @mesh = <"tp"=2>

func.func @one_device(
    %r: tensor<1xf32> {test.value = dense<[3.0]> : tensor<1xf32>},
    %s: tensor<2xf32> {test.value = dense<[4.0, 0.0]> : tensor<2xf32>})
    -> (tensor<f32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %rr = arith.mulf %r, %r : tensor<1xf32>
  %ss = arith.mulf %s, %s : tensor<2xf32>
  %a = linalg.reduce {arith.addf} ins(%rr : tensor<1xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %b = linalg.reduce {arith.addf} ins(%ss : tensor<2xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %t = arith.addf %a, %b : tensor<f32>
  %norm = math.sqrt %t : tensor<f32>
  return %norm : tensor<f32>
}

// CHECK: @right: result 'norm' is that of one device: [5]
func.func @right(
    %r: tensor<1xf32> {plait.global = tensor<1xf32>, plait.name = "r"},
    %s: tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "s", plait.sharding = #plait.sharding<@mesh, [{"tp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "norm"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %rr = arith.mulf %r, %r : tensor<1xf32>
  %ss = arith.mulf %s, %s : tensor<1xf32>
  %a = linalg.reduce {arith.addf} ins(%rr : tensor<1xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %b = linalg.reduce {arith.addf} ins(%ss : tensor<1xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %c = coll.all_reduce %b sum over @mesh["tp"] site <0 partition "g"> : (tensor<f32>) -> tensor<f32>
  %t = arith.addf %a, %c : tensor<f32>
  %norm = math.sqrt %t : tensor<f32>
  return %norm : tensor<f32>
}

// CHECK: @counts_twice: result 'norm' differs on device 0 (tp=0) at []: got 5.83095169, one device gives 5; made by math.sqrt at {{.*}}:[[#@LINE+14]]
func.func @counts_twice(
    %r: tensor<1xf32> {plait.global = tensor<1xf32>, plait.name = "r"},
    %s: tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "s", plait.sharding = #plait.sharding<@mesh, [{"tp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "norm"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %rr = arith.mulf %r, %r : tensor<1xf32>
  %ss = arith.mulf %s, %s : tensor<1xf32>
  %a = linalg.reduce {arith.addf} ins(%rr : tensor<1xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  // expected-note @below {{partial over 'tp' since this op}}
  %b = linalg.reduce {arith.addf} ins(%ss : tensor<1xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  // expected-error @below {{'arith.addf' op must not add a whole value to one that is partial over 'tp': it would count 2 times; add it where the sum is whole}}
  %c = arith.addf %a, %b : tensor<f32>
  %t = coll.all_reduce %c sum over @mesh["tp"] site <0 partition "g"> : (tensor<f32>) -> tensor<f32>
  %norm = math.sqrt %t : tensor<f32>
  return %norm : tensor<f32>
}

// CHECK: @own_shard_only: result 'norm' differs on device 1 (tp=1) at []: got 3, one device gives 5; made by math.sqrt at {{.*}}:[[#@LINE+13]]
func.func @own_shard_only(
    %r: tensor<1xf32> {plait.global = tensor<1xf32>, plait.name = "r"},
    %s: tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "s", plait.sharding = #plait.sharding<@mesh, [{"tp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>, plait.name = "norm"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %rr = arith.mulf %r, %r : tensor<1xf32>
  %ss = arith.mulf %s, %s : tensor<1xf32>
  %a = linalg.reduce {arith.addf} ins(%rr : tensor<1xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  // expected-note @below {{partial over 'tp' since this op}}
  %b = linalg.reduce {arith.addf} ins(%ss : tensor<1xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  // expected-error @below {{'arith.addf' op must not add a whole value to one that is partial over 'tp': it would count 2 times; add it where the sum is whole}}
  %t = arith.addf %a, %b : tensor<f32>
  %norm = math.sqrt %t : tensor<f32>
  return %norm : tensor<f32>
}
