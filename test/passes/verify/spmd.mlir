// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-verify-spmd=explain
// Tests programs that are right, and what is said of the parameters that they update.

#row = affine_map<(t, i) -> (t, i)>
plait.mesh @mesh = <"tp"=2>
// Megatron's f and g: columns of the first weight, rows of the second, one reduction at the end.
func.func @megatron_block(
    %x: tensor<4x8xf32> {plait.global = tensor<4x8xf32>},
    %a: tensor<8x4xf32> {plait.global = tensor<8x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"tp"}]>},
    %b: tensor<4x8xf32> {plait.global = tensor<8x8xf32>, plait.sharding = #plait.sharding<@mesh, [{"tp"}, {}]>})
    -> (tensor<4x8xf32> {plait.global = tensor<4x8xf32>}) {
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  %none = arith.constant dense<0.0> : tensor<4x8xf32>
  %h = linalg.matmul ins(%x, %a : tensor<4x8xf32>, tensor<8x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %t = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
      ins(%h : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%v: f32, %o: f32):
    %r = math.tanh %v : f32
    linalg.yield %r : f32
  } -> tensor<4x4xf32>
  %p = linalg.matmul ins(%t, %b : tensor<4x4xf32>, tensor<4x8xf32>) outs(%none : tensor<4x8xf32>) -> tensor<4x8xf32>
  %y = coll.all_reduce %p sum over @mesh["tp"] site <0 partition "g"> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

#row = affine_map<(t, i) -> (t, i)>
#none = affine_map<(i) -> (i)>
plait.mesh @mesh = <"data"=2, "model"=2>
// Data parallel over one axis, sharded over the other: a reduction, and none.
func.func @each_axis_once(
    // expected-remark @below {{parameter 'w' is updated alike; 'data': reduced at site 0, 'model': sharded}}
    %w: tensor<4x4xf32> {plait.global = tensor<4x8xf32>, plait.name = "w", plait.state = #plait.state<parameter>, plait.alias = 0 : i64, plait.sharding = #plait.sharding<@mesh, [{}, {"model"}]>},
    // expected-remark @below {{parameter 's' is updated alike; 'data': the same on all devices, 'model': the same on all devices}}
    %s: tensor<4xf32> {plait.global = tensor<4xf32>, plait.name = "s", plait.state = #plait.state<parameter>, plait.alias = 1 : i64},
    %x: tensor<4x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"data"}]>},
    %g: tensor<4x4xf32> {plait.global = tensor<8x8xf32>, plait.sharding = #plait.sharding<@mesh, [{"data"}, {"model"}]>})
    -> (tensor<4x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"model"}]>},
        tensor<4xf32> {plait.global = tensor<4xf32>}) {
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  %p = linalg.matmul ins(%x, %g : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  %sum = coll.all_reduce %p sum over @mesh["data"] site <0 partition "w"> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %new = linalg.generic {indexing_maps = [#row, #row, #row], iterator_types = ["parallel", "parallel"]}
      ins(%w, %sum : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%v: f32, %u: f32, %o: f32):
    %d = arith.subf %v, %u : f32
    linalg.yield %d : f32
  } -> tensor<4x4xf32>
  %f = tensor.empty() : tensor<4xf32>
  %twice = linalg.generic {indexing_maps = [#none, #none], iterator_types = ["parallel"]} ins(%s : tensor<4xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%v: f32, %o: f32):
    %d = arith.addf %v, %v : f32
    linalg.yield %d : f32
  } -> tensor<4xf32>
  return %new, %twice : tensor<4x4xf32>, tensor<4xf32>
}

// -----

#row = affine_map<(i) -> (i)>
plait.mesh @mesh = <"dp"=2>
// ZeRO 1: gradients are scattered, shards updated, the new parameter gathered.
func.func @scattered_and_gathered(
    // expected-remark @below {{parameter 'w' is updated alike; 'dp': reduced at site 0}}
    %w: tensor<4xf32> {plait.global = tensor<4xf32>, plait.name = "w", plait.state = #plait.state<parameter>, plait.alias = 0 : i64},
    %x: tensor<4x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"dp"}]>},
    %y: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<4xf32> {plait.global = tensor<4xf32>}) {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %p = linalg.matvec ins(%x, %y : tensor<4x4xf32>, tensor<4xf32>) outs(%zero : tensor<4xf32>) -> tensor<4xf32>
  %g = coll.reduce_scatter %p sum dim 0 over @mesh["dp"] site <0 partition "g"> : (tensor<4xf32>) -> tensor<2xf32>
  %i = coll.axis_index over @mesh["dp"] : index
  %c2 = arith.constant 2 : index
  %at = arith.muli %i, %c2 : index
  %own = tensor.extract_slice %w[%at] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %new = linalg.generic {indexing_maps = [#row, #row, #row], iterator_types = ["parallel"]}
      ins(%own, %g : tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%v: f32, %u: f32, %o: f32):
    %s = arith.subf %v, %u : f32
    linalg.yield %s : f32
  } -> tensor<2xf32>
  %all = coll.all_gather %new dim 0 over @mesh["dp"] site <1 partition "w"> : (tensor<2xf32>) -> tensor<4xf32>
  return %all : tensor<4xf32>
}

// -----

#row = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
plait.mesh @mesh = <"x"=2>
// Three elements on two devices, the padding left out.
func.func @masked_sum(%x: tensor<2xf32> {plait.global = tensor<3xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %i = coll.axis_index over @mesh["x"] : index
  %at = arith.muli %i, %c2 : index
  %rest = arith.subi %c3, %at : index
  %positive = arith.maxsi %rest, %c0 : index
  %limit = arith.minsi %positive, %c2 : index
  %p = linalg.generic {indexing_maps = [#row, #none], iterator_types = ["reduction"]} ins(%x : tensor<2xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%v: f32, %acc: f32):
    %s = arith.addf %v, %acc : f32
    %k = linalg.index 0 : index
    %real = arith.cmpi ult, %k, %limit : index
    %kept = arith.select %real, %s, %acc : f32
    linalg.yield %kept : f32
  } -> tensor<f32>
  %m = coll.all_reduce %p sum over @mesh["x"] site <0 partition "sum"> : (tensor<f32>) -> tensor<f32>
  return %m : tensor<f32>
}

// -----

plait.mesh @mesh = <"x"=4>
// Rows of both neighbours around the shard, then the shard again.
func.func @halo(%x: tensor<4xf32> {plait.global = tensor<16xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<4xf32> {plait.global = tensor<16xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %last = tensor.extract_slice %x[3] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %before = coll.permute %last from @mesh["x"] to @mesh["x"] sources [-1, 0, 1, 2] over @mesh["x"] site <0 partition "halo"> : (tensor<1xf32>) -> tensor<1xf32>
  %first = tensor.extract_slice %x[0] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %behind = coll.permute %first from @mesh["x"] to @mesh["x"] sources [1, 2, 3, -1] over @mesh["x"] site <1 partition "halo"> : (tensor<1xf32>) -> tensor<1xf32>
  %y = tensor.concat dim(0) %before, %x, %behind : (tensor<1xf32>, tensor<4xf32>, tensor<1xf32>) -> tensor<6xf32>
  %z = tensor.extract_slice %y[1] [4] [1] : tensor<6xf32> to tensor<4xf32>
  return %z : tensor<4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
// A maximum over what is whole, and a sum of ones that counts devices, change nothing that is wrong.
func.func @harmless(%x: tensor<4xf32> {plait.global = tensor<4xf32>}) -> (tensor<4xf32> {plait.global = tensor<4xf32>}, tensor<f32> {plait.global = tensor<f32>}) {
  %one = arith.constant dense<1.0> : tensor<f32>
  %m = coll.all_reduce %x max over @mesh["x"] site <0 partition "max"> : (tensor<4xf32>) -> tensor<4xf32>
  %n = coll.all_reduce %one sum over @mesh["x"] site <1 partition "count"> : (tensor<f32>) -> tensor<f32>
  return %m, %n : tensor<4xf32>, tensor<f32>
}

// -----

#row = affine_map<(i) -> (i)>
plait.mesh @mesh = <"x"=2>
// A mean over devices of what is whole: summed twice, divided by two.
func.func @scale_cancels(%x: tensor<4xf32> {plait.global = tensor<4xf32>}) -> (tensor<4xf32> {plait.global = tensor<4xf32>}) {
  %half = arith.constant 0.5 : f32
  %m = coll.all_reduce %x sum over @mesh["x"] site <0 partition "mean"> : (tensor<4xf32>) -> tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]} ins(%m : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%v: f32, %o: f32):
    %s = arith.mulf %v, %half : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

plait.mesh @mesh = <"x"=4>
// A roll by one element: the last of the device before, round the ring, and all but the own last.
func.func @roll(%x: tensor<4xf32> {plait.global = tensor<16xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<4xf32> {plait.global = tensor<16xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %last = tensor.extract_slice %x[3] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %before = coll.permute %last from @mesh["x"] to @mesh["x"] sources [3, 0, 1, 2] over @mesh["x"] site <0 partition "roll"> : (tensor<1xf32>) -> tensor<1xf32>
  %rest = tensor.extract_slice %x[0] [3] [1] : tensor<4xf32> to tensor<3xf32>
  %y = tensor.concat dim(0) %before, %rest : (tensor<1xf32>, tensor<3xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

#x = affine_map<(i, j) -> (2 * i + j)>
#k = affine_map<(i, j) -> (j)>
#r = affine_map<(i, j) -> (i)>
plait.mesh @mesh = <"x"=2>
// One place of a window that is as long as the whole: its shards are those of the kernel, as well as places would be.
func.func @split_window(
    %x: tensor<2xf32> {plait.global = tensor<4xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>},
    %k: tensor<2xf32> {plait.global = tensor<4xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<1xf32> {plait.global = tensor<1xf32>}) {
  %zero = arith.constant dense<0.0> : tensor<1xf32>
  %p = linalg.generic {indexing_maps = [#x, #k, #r], iterator_types = ["parallel", "reduction"]}
      ins(%x, %k : tensor<2xf32>, tensor<2xf32>) outs(%zero : tensor<1xf32>) {
  ^bb0(%v: f32, %u: f32, %c: f32):
    %m = arith.mulf %v, %u : f32
    %s = arith.addf %m, %c : f32
    linalg.yield %s : f32
  } -> tensor<1xf32>
  %y = coll.all_reduce %p sum over @mesh["x"] site <0 partition "why"> : (tensor<1xf32>) -> tensor<1xf32>
  return %y : tensor<1xf32>
}
