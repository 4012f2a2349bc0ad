// RUN: plait-opt %s --plait-place-spread-micro-batches --plait-place-lay-out-states | FileCheck %s
// Tests batches that a loop reads piece by piece: examples are split over the devices, micro-batches and stacks are not.

plait.mesh @mesh = <"data"=4>
plait.placement @ddp on @mesh {} roles {"data" = batch}

// CHECK-LABEL: func.func @main(
func.func @main(%w: tensor<16xf32> {plait.state = #plait.state<parameter>},
    // CHECK-SAME: plait.name = "reshaped", plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>
    %x: tensor<32x16xf32> {plait.name = "reshaped", plait.state = #plait.state<batch>},
    // CHECK-SAME: plait.name = "stack", plait.sharding = #plait.sharding<@mesh, [{}, {"data"}, {}]>
    %y: tensor<4x8x16xf32> {plait.name = "stack", plait.state = #plait.state<batch>},
    // CHECK-SAME: plait.name = "time", plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>
    %z: tensor<8x4xf32> {plait.name = "time", plait.state = #plait.state<batch>}) -> tensor<8x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<8x16xf32>
  // CHECK: %[[SPLIT:.*]] = tensor.expand_shape
  // CHECK-NEXT: %[[SPREAD:.*]] = plait.constraint %[[SPLIT]] <@mesh, [{}, {"data"}, {?}]> : tensor<4x8x16xf32>
  // CHECK: linalgx.dynamic_slice %[[SPREAD]]
  %m = tensor.expand_shape %x [[0, 1], [2]] output_shape [4, 8, 16] : tensor<32x16xf32> into tensor<4x8x16xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %e) -> tensor<8x16xf32> {
    %s = linalgx.dynamic_slice %m[%i, %c0, %c0] : tensor<4x8x16xf32> -> tensor<1x8x16xf32>
    %t = linalgx.dynamic_slice %y[%i, %c0, %c0] : tensor<4x8x16xf32> -> tensor<1x8x16xf32>
    %u = linalgx.dynamic_slice %z[%c0, %i] : tensor<8x4xf32> -> tensor<8x1xf32>
    %c = tensor.collapse_shape %s [[0, 1], [2]] : tensor<1x8x16xf32> into tensor<8x16xf32>
    scf.yield %c : tensor<8x16xf32>
  }
  return %r : tensor<8x16xf32>
}
