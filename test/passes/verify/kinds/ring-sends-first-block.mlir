// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// A ring on three devices, each of which wants the sum of all blocks: the second step sends the block of the first again.

plait.mesh @mesh = <"x"=3>

func.func @one_device(
    %x: tensor<3xf32> {test.value = dense<[1.0, 2.0, 4.0]> : tensor<3xf32>})
    -> (tensor<3xf32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %s = linalg.reduce {arith.addf} ins(%x : tensor<3xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %e = tensor.empty() : tensor<3xf32>
  %y = linalg.broadcast ins(%s : tensor<f32>) outs(%e : tensor<3xf32>) dimensions = [0]
  return %y : tensor<3xf32>
}

// CHECK: @right: result 'sums' is that of one device: [7, 7, 7]
func.func @right(
    %x: tensor<1xf32> {plait.global = tensor<3xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<1xf32> {plait.global = tensor<3xf32>, plait.name = "sums", plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %b = coll.permute %x from @mesh["x"] to @mesh["x"] sources [2, 0, 1] over @mesh["x"] site <0 partition "ring"> : (tensor<1xf32>) -> tensor<1xf32>
  %s = arith.addf %x, %b : tensor<1xf32>
  %c = coll.permute %b from @mesh["x"] to @mesh["x"] sources [2, 0, 1] over @mesh["x"] site <1 partition "ring"> : (tensor<1xf32>) -> tensor<1xf32>
  %t = arith.addf %s, %c : tensor<1xf32>
  return %t : tensor<1xf32>
}

// Both are shards of something rolled: only numbers tell.
// CHECK: @wrong: result 'sums' differs on device 0 (x=0) at [0]: got 9, one device gives 7; made by arith.addf at {{.*}}:[[#@LINE+7]]
func.func @wrong(
    %x: tensor<1xf32> {plait.global = tensor<3xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<1xf32> {plait.global = tensor<3xf32>, plait.name = "sums", plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %b = coll.permute %x from @mesh["x"] to @mesh["x"] sources [2, 0, 1] over @mesh["x"] site <0 partition "ring"> : (tensor<1xf32>) -> tensor<1xf32>
  %s = arith.addf %x, %b : tensor<1xf32>
  %c = coll.permute %x from @mesh["x"] to @mesh["x"] sources [2, 0, 1] over @mesh["x"] site <1 partition "ring"> : (tensor<1xf32>) -> tensor<1xf32>
  %t = arith.addf %s, %c : tensor<1xf32>
  return %t : tensor<1xf32>
}
