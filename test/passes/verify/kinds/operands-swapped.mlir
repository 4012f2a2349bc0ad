// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// A difference whose operands changed places: the types are right, only numbers tell.

plait.mesh @mesh = <"x"=2>

func.func @one_device(
    %a: tensor<2xf32> {test.value = dense<[5.0, 7.0]> : tensor<2xf32>},
    %b: tensor<2xf32> {test.value = dense<[2.0, 3.0]> : tensor<2xf32>})
    -> (tensor<2xf32>) {
  %r = arith.subf %a, %b : tensor<2xf32>
  return %r : tensor<2xf32>
}

// CHECK: @right: result 'r' is that of one device: [3, 4]
func.func @right(
    %a: tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{"x"}]>},
    %b: tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "b", plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %r = arith.subf %a, %b : tensor<1xf32>
  return %r : tensor<1xf32>
}

// CHECK: @wrong: result 'r' differs on device 0 (x=0) at [0]: got -3, one device gives 3; made by arith.subf at {{.*}}:[[#@LINE+5]]
func.func @wrong(
    %a: tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{"x"}]>},
    %b: tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "b", plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %r = arith.subf %b, %a : tensor<1xf32>
  return %r : tensor<1xf32>
}
