// RUN: plait-opt %s -verify-diagnostics --plait-verify-spmd
// RUN: plait-opt %s --plait-test-beside-one-device | FileCheck %s
// Noise that must differ between shards of the batch and agree between replicas: drawn by the replica's number.

#row = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
plait.mesh @mesh = <"data"=2, "tp"=2>

func.func @one_device(
    %s: tensor<4xi32> {test.value = dense<[7, 7, 7, 7]> : tensor<4xi32>})
    -> (tensor<4xi32>) {
  %e = tensor.empty() : tensor<4xi32>
  %d = linalg.generic {indexing_maps = [#row], iterator_types = ["parallel"]} outs(%e : tensor<4xi32>) {
  ^bb0(%o: i32):
    %own = linalg.index 0 : index
    %k = arith.index_cast %own : index to i32
    %mixed = arith.muli %k, %k : i32
    linalg.yield %mixed : i32
  } -> tensor<4xi32>
  %y = arith.addi %d, %s : tensor<4xi32>
  return %y : tensor<4xi32>
}

// CHECK: @right: result 'draws' is that of one device: [7, 8, 11, 16]
func.func @right(
    %s: tensor<2xi32> {plait.global = tensor<4xi32>, plait.name = "s", plait.sharding = #plait.sharding<@mesh, [{"data"}]>})
    -> (tensor<2xi32> {plait.global = tensor<4xi32>, plait.name = "draws", plait.sharding = #plait.sharding<@mesh, [{"data"}]>}) {
  %i = coll.axis_index over @mesh["data"] : index
  %c2 = arith.constant 2 : index
  %offset = arith.muli %i, %c2 : index
  %e = tensor.empty() : tensor<2xi32>
  %d = linalg.generic {indexing_maps = [#row], iterator_types = ["parallel"]} outs(%e : tensor<2xi32>) {
  ^bb0(%o: i32):
    %own = linalg.index 0 : index
    %place = arith.addi %own, %offset : index
    %k = arith.index_cast %place : index to i32
    %mixed = arith.muli %k, %k : i32
    linalg.yield %mixed : i32
  } -> tensor<2xi32>
  %y = arith.addi %d, %s : tensor<2xi32>
  return %y : tensor<2xi32>
}

// CHECK: @wrong: result 'draws' differs on device 1 (data=0, tp=1) at [1]: got 16, one device gives 8; made by arith.addi at {{.*}}:[[#@LINE+17]]
func.func @wrong(
    %s: tensor<2xi32> {plait.global = tensor<4xi32>, plait.name = "s", plait.sharding = #plait.sharding<@mesh, [{"data"}]>})
    -> (tensor<2xi32> {plait.global = tensor<4xi32>, plait.name = "draws", plait.sharding = #plait.sharding<@mesh, [{"data"}]>}) {
  %i = coll.axis_index over @mesh["tp"] : index
  %c2 = arith.constant 2 : index
  %offset = arith.muli %i, %c2 : index
  %e = tensor.empty() : tensor<2xi32>
  %d = linalg.generic {indexing_maps = [#row], iterator_types = ["parallel"]} outs(%e : tensor<2xi32>) {
  ^bb0(%o: i32):
    %own = linalg.index 0 : index
    %place = arith.addi %own, %offset : index
    %k = arith.index_cast %place : index to i32
    %mixed = arith.muli %k, %k : i32
    linalg.yield %mixed : i32
  } -> tensor<2xi32>
  // expected-error @below {{'arith.addi' op must take operands that lie alike along dimension 0, got: [{tp}] and [{data}]}}
  %y = arith.addi %d, %s : tensor<2xi32>
  return %y : tensor<2xi32>
}
