// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-verify-spmd=explain
// Tests that an exchange whose rows cannot be followed is no error, and is told.

#i = affine_map<(i) -> (i)>
#sharding = #plait.sharding<@mesh, [{"x"}]>
plait.mesh @mesh = <"x"=4>
func.func @computed(%x: tensor<4xf32> {plait.global = tensor<16xf32>, plait.sharding = #sharding})
    -> (tensor<4xf32> {plait.global = tensor<16xf32>, plait.sharding = #sharding}) {
  %empty = tensor.empty() : tensor<4xf32>
  // expected-note @below {{this op}}
  %y = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%element: f32, %out: f32):
    %double = arith.addf %element, %element : f32
    linalg.yield %double : f32
  } -> tensor<4xf32>
  // expected-remark @below {{of the rows of this exchange only the axes are checked: they pass what cannot be followed}}
  %r = coll.relocated %y from %x along 0 over @mesh["x"] as <shards = 4, extent = 16, hop = 4, width = 4, sources = [16], pieces = [0 to 16 of 0 at 0 step 1]> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
