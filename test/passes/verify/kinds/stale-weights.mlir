// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// Two steps, the second of which sees the weights that were gathered for the first.

plait.mesh @mesh = <"dp"=2>

func.func @one_device(
    %w: tensor<2xf32> {test.value = dense<[1.0, 2.0]> : tensor<2xf32>})
    -> (tensor<2xf32>,
        tensor<2xf32>) {
  %half = arith.constant dense<0.5> : tensor<2xf32>
  %d0 = arith.mulf %w, %half : tensor<2xf32>
  %w1 = arith.subf %w, %d0 : tensor<2xf32>
  %d = arith.mulf %w1, %half : tensor<2xf32>
  %w2 = arith.subf %w1, %d : tensor<2xf32>
  return %w2, %w1 : tensor<2xf32>, tensor<2xf32>
}

// CHECK: @right: result 'new' is that of one device: [0.25, 0.5]
// CHECK: @right: result 'seen' is that of one device: [0.5, 1]
func.func @right(
    %w: tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "w", plait.state = #plait.state<parameter>, plait.alias = 0 : i64, plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "new", plait.sharding = #plait.sharding<@mesh, [{"dp"}]>},
        tensor<2xf32> {plait.global = tensor<2xf32>, plait.name = "seen"}) {
  %half = arith.constant dense<0.5> : tensor<1xf32>
  %i = coll.axis_index over @mesh["dp"] : index
  %d0 = arith.mulf %w, %half : tensor<1xf32>
  %w1 = arith.subf %w, %d0 : tensor<1xf32>
  %full = coll.all_gather %w1 dim 0 over @mesh["dp"] site <0 partition "w"> : (tensor<1xf32>) -> tensor<2xf32>
  %y = tensor.extract_slice %full[%i] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %d = arith.mulf %y, %half : tensor<1xf32>
  %w2 = arith.subf %w1, %d : tensor<1xf32>
  return %w2, %full : tensor<1xf32>, tensor<2xf32>
}

// CHECK: @wrong: result 'new' differs on device 0 (dp=0) at [0]: got 0, one device gives 0.25; made by arith.subf at {{.*}}:[[#@LINE+14]]
// CHECK: @wrong: result 'seen' differs on device 0 (dp=0) at [1]: got 2, one device gives 1; made by coll.all_gather at {{.*}}:[[#@LINE+8]]
func.func @wrong(
    %w: tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "w", plait.state = #plait.state<parameter>, plait.alias = 0 : i64, plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "new", plait.sharding = #plait.sharding<@mesh, [{"dp"}]>},
        tensor<2xf32> {plait.global = tensor<2xf32>, plait.name = "seen"}) {
  %half = arith.constant dense<0.5> : tensor<1xf32>
  %i = coll.axis_index over @mesh["dp"] : index
  // expected-note @below {{gathered here}}
  %full = coll.all_gather %w dim 0 over @mesh["dp"] site <0 partition "w"> : (tensor<1xf32>) -> tensor<2xf32>
  %d0 = arith.mulf %w, %half : tensor<1xf32>
  %w1 = arith.subf %w, %d0 : tensor<1xf32>
  %y = tensor.extract_slice %full[%i] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %d = arith.mulf %y, %half : tensor<1xf32>
  %w2 = arith.subf %w1, %d : tensor<1xf32>
  // expected-error @below {{'func.return' op must not use a copy of parameter 'w' that was gathered before its update}}
  return %w2, %full : tensor<1xf32>, tensor<2xf32>
}
