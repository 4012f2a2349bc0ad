// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// An element that is written behind the end: moved back to the last place, not dropped because it is in no shard.

#row = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
plait.mesh @mesh = <"x"=2>

func.func @one_device(
    %x: tensor<2xf32> {test.value = dense<[0.0, 1.0]> : tensor<2xf32>},
    %u: tensor<1xf32> {test.value = dense<[99.0]> : tensor<1xf32>},
    %k: tensor<i32> {test.value = dense<2> : tensor<i32>})
    -> (tensor<2xf32>) {
  %start = tensor.extract %k[] : tensor<i32>
  %n = arith.index_cast %start : i32 to index
  %r = linalgx.dynamic_update_slice %u into %x[%n] : tensor<1xf32> into tensor<2xf32>
  return %r : tensor<2xf32>
}

// CHECK: @right: result 'r' is that of one device: [0, 99]
func.func @right(
    %x: tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"x"}]>},
    %u: tensor<1xf32> {plait.global = tensor<1xf32>, plait.name = "u"},
    %k: tensor<i32> {plait.global = tensor<i32>, plait.name = "k"})
    -> (tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %start = tensor.extract %k[] : tensor<i32>
  %n = arith.index_cast %start : i32 to index
  %i = coll.axis_index over @mesh["x"] : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.maxsi %n, %c0 : index
  %first = arith.minsi %low, %c1 : index
  %own = arith.subi %first, %i : index
  %here = arith.cmpi ult, %own, %c1 : index
  %old = linalgx.dynamic_slice %x[%own] : tensor<1xf32> -> tensor<1xf32>
  %e = tensor.empty() : tensor<1xf32>
  %new = linalg.generic {indexing_maps = [#row, #row, #row], iterator_types = ["parallel"]} ins(%u, %old : tensor<1xf32>, tensor<1xf32>) outs(%e : tensor<1xf32>) {
  ^bb0(%v: f32, %o: f32, %none: f32):
    %kept = arith.select %here, %v, %o : f32
    linalg.yield %kept : f32
  } -> tensor<1xf32>
  %r = linalgx.dynamic_update_slice %new into %x[%own] : tensor<1xf32> into tensor<1xf32>
  return %r : tensor<1xf32>
}

// CHECK: @wrong: result 'r' differs on device 1 (x=1) at [1]: got 1, one device gives 99; made by linalgx.dynamic_update_slice at {{.*}}:[[#@LINE+19]]
func.func @wrong(
    %x: tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"x"}]>},
    %u: tensor<1xf32> {plait.global = tensor<1xf32>, plait.name = "u"},
    %k: tensor<i32> {plait.global = tensor<i32>, plait.name = "k"})
    -> (tensor<1xf32> {plait.global = tensor<2xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %start = tensor.extract %k[] : tensor<i32>
  %n = arith.index_cast %start : i32 to index
  %i = coll.axis_index over @mesh["x"] : index
  %c1 = arith.constant 1 : index
  %own = arith.subi %n, %i : index
  %here = arith.cmpi ult, %own, %c1 : index
  %old = linalgx.dynamic_slice %x[%own] : tensor<1xf32> -> tensor<1xf32>
  %e = tensor.empty() : tensor<1xf32>
  %new = linalg.generic {indexing_maps = [#row, #row, #row], iterator_types = ["parallel"]} ins(%u, %old : tensor<1xf32>, tensor<1xf32>) outs(%e : tensor<1xf32>) {
  ^bb0(%v: f32, %o: f32, %none: f32):
    %kept = arith.select %here, %v, %o : f32
    linalg.yield %kept : f32
  } -> tensor<1xf32>
  %r = linalgx.dynamic_update_slice %new into %x[%own] : tensor<1xf32> into tensor<1xf32>
  return %r : tensor<1xf32>
}
