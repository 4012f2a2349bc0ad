// RUN: plait-opt %s --plait-codegen-cpu --plait-lower | plait-emit - -o %t
// RUN: %python %S/Inputs/collectives.py %t.in.safetensors %t.expected.safetensors
// RUN: %t --ranks 4 --inputs %t.in.safetensors --expected %t.expected.safetensors
// Each kind of collective in flight at once, waited for in the other order.
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
  %d0 = tensor.empty() : tensor<2x4xf32>
  %h0 = coll.all_reduce_start %x into %d0 sum over @mesh["x"] site <0 user "reduced"> : (tensor<2x4xf32>, tensor<2x4xf32>) -> !coll.request
  %d1 = tensor.empty() : tensor<2x4xf32>
  %h1 = coll.all_reduce_start %x into %d1 max over @mesh["x", "y"] site <1 user "largest"> : (tensor<2x4xf32>, tensor<2x4xf32>) -> !coll.request
  %d2 = tensor.empty() : tensor<2x8xf32>
  %h2 = coll.all_gather_start %x into %d2 dim 1 over @mesh["y"] site <2 user "gathered"> : (tensor<2x4xf32>, tensor<2x8xf32>) -> !coll.request
  %d3 = tensor.empty() : tensor<2x2xf32>
  %h3 = coll.reduce_scatter_start %x into %d3 sum dim 1 over @mesh["x"] site <3 user "scattered"> : (tensor<2x4xf32>, tensor<2x2xf32>) -> !coll.request
  %d4 = tensor.empty() : tensor<4x2xf32>
  %h4 = coll.all_to_all_start %x into %d4 split 1 concat 0 over @mesh["y"] site <4 user "turned"> : (tensor<2x4xf32>, tensor<4x2xf32>) -> !coll.request
  %d5 = tensor.empty() : tensor<2x4xf32>
  %h5 = coll.permute_start %x into %d5 from @mesh["x", "y"] to @mesh["y", "x"] over @mesh["x", "y"] site <5 user "moved"> : (tensor<2x4xf32>, tensor<2x4xf32>) -> !coll.request
  %d6 = tensor.empty() : tensor<2x4xf32>
  %h6 = coll.broadcast_start %x into %d6 root %one over @mesh["y"] site <6 user "told"> : (tensor<2x4xf32>, tensor<2x4xf32>, index) -> !coll.request
  %told = coll.wait %h6, %x, %d6 : (!coll.request, tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %moved = coll.wait %h5, %x, %d5 : (!coll.request, tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %turned = coll.wait %h4, %x, %d4 : (!coll.request, tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %scattered = coll.wait %h3, %x, %d3 : (!coll.request, tensor<2x4xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %gathered = coll.wait %h2, %x, %d2 : (!coll.request, tensor<2x4xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %largest = coll.wait %h1, %x, %d1 : (!coll.request, tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %reduced = coll.wait %h0, %x, %d0 : (!coll.request, tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
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
