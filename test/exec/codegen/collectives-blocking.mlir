// RUN: plait-opt %s --plait-codegen-cpu --plait-lower | plait-emit - -o %t
// RUN: %python %S/Inputs/collectives.py %t.in.safetensors %t.expected.safetensors
// RUN: %t --ranks 4 --inputs %t.in.safetensors --expected %t.expected.safetensors
// Each kind of collective, blocking, on four ranks: what the runtime is told of
// dimensions, groups and roots.
plait.mesh @mesh = <"x"=2, "y"=2>
func.func @main(%stacked: tensor<1x1x2x4xf32> {plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}, {}, {}]>, plait.global = tensor<2x2x2x4xf32>})
    -> (tensor<1x1x2x4xf32> {plait.name = "reduced", plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}, {}, {}]>, plait.global = tensor<2x2x2x4xf32>},
        tensor<1x1x2x4xf32> {plait.name = "largest", plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}, {}, {}]>, plait.global = tensor<2x2x2x4xf32>},
        tensor<1x1x2x8xf32> {plait.name = "gathered", plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}, {}, {}]>, plait.global = tensor<2x2x2x8xf32>},
        tensor<1x1x2x2xf32> {plait.name = "scattered", plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}, {}, {}]>, plait.global = tensor<2x2x2x2xf32>},
        tensor<1x1x4x2xf32> {plait.name = "turned", plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}, {}, {}]>, plait.global = tensor<2x2x4x2xf32>},
        tensor<1x1x2x4xf32> {plait.name = "moved", plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}, {}, {}]>, plait.global = tensor<2x2x2x4xf32>},
        tensor<1x1x2x4xf32> {plait.name = "told", plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}, {}, {}]>, plait.global = tensor<2x2x2x4xf32>}) {
  %one = arith.constant 1 : index
  %x = tensor.collapse_shape %stacked [[0, 1, 2], [3]] : tensor<1x1x2x4xf32> into tensor<2x4xf32>
  %reduced = coll.all_reduce %x sum over @mesh["x"] site <0 user "reduced"> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %largest = coll.all_reduce %x max over @mesh["x", "y"] site <1 user "largest"> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %gathered = coll.all_gather %x dim 1 over @mesh["y"] site <2 user "gathered"> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  %scattered = coll.reduce_scatter %x sum dim 1 over @mesh["x"] site <3 user "scattered"> : (tensor<2x4xf32>) -> tensor<2x2xf32>
  %turned = coll.all_to_all %x split 1 concat 0 over @mesh["y"] site <4 user "turned"> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  %moved = coll.permute %x from @mesh["x", "y"] to @mesh["y", "x"] over @mesh["x", "y"] site <5 user "moved"> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %told = coll.broadcast %x root %one over @mesh["y"] site <6 user "told"> : (tensor<2x4xf32>, index) -> tensor<2x4xf32>
  %r_reduced = tensor.expand_shape %reduced [[0, 1, 2], [3]] output_shape [1, 1, 2, 4] : tensor<2x4xf32> into tensor<1x1x2x4xf32>
  %r_largest = tensor.expand_shape %largest [[0, 1, 2], [3]] output_shape [1, 1, 2, 4] : tensor<2x4xf32> into tensor<1x1x2x4xf32>
  %r_gathered = tensor.expand_shape %gathered [[0, 1, 2], [3]] output_shape [1, 1, 2, 8] : tensor<2x8xf32> into tensor<1x1x2x8xf32>
  %r_scattered = tensor.expand_shape %scattered [[0, 1, 2], [3]] output_shape [1, 1, 2, 2] : tensor<2x2xf32> into tensor<1x1x2x2xf32>
  %r_turned = tensor.expand_shape %turned [[0, 1, 2], [3]] output_shape [1, 1, 4, 2] : tensor<4x2xf32> into tensor<1x1x4x2xf32>
  %r_moved = tensor.expand_shape %moved [[0, 1, 2], [3]] output_shape [1, 1, 2, 4] : tensor<2x4xf32> into tensor<1x1x2x4xf32>
  %r_told = tensor.expand_shape %told [[0, 1, 2], [3]] output_shape [1, 1, 2, 4] : tensor<2x4xf32> into tensor<1x1x2x4xf32>
  return %r_reduced, %r_largest, %r_gathered, %r_scattered, %r_turned, %r_moved, %r_told
    : tensor<1x1x2x4xf32>, tensor<1x1x2x4xf32>, tensor<1x1x2x8xf32>, tensor<1x1x2x2xf32>, tensor<1x1x4x2xf32>, tensor<1x1x2x4xf32>, tensor<1x1x2x4xf32>
}
