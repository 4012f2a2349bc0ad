// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-verify-spmd
// Tests that foreign code gets what its loops say, and that its sums are combined.

plait.mesh @mesh = <"x"=2>
func.func @takes_what_it_says(
    %a: tensor<8x6xf32> {plait.global = tensor<8x12xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>},
    %b: tensor<6x4xf32> {plait.global = tensor<12x4xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %c: tensor<4x6xf32> {plait.global = tensor<8x6xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x4xf32> {plait.global = tensor<8x4xf32>, plait.name = "p", plait.sharding = #plait.sharding<@mesh, [{}, {}]>},
        tensor<4xf32> {plait.global = tensor<8xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %p = linalgx.foreign_call "product"(%a, %b) loops <operands = [[0, 2], [2, 1]], results = [[0, 1]], summed = [2]>
    : (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>
  %s = coll.all_reduce %p sum over @mesh["x"] site <0 partition "sum"> : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %r = linalgx.foreign_call "rows"(%c) loops <operands = [[0, -1]], results = [[0]]> : (tensor<4x6xf32>) -> tensor<4xf32>
  return %s, %r : tensor<8x4xf32>, tensor<4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @forgets_the_sum(
    %a: tensor<8x6xf32> {plait.global = tensor<8x12xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>},
    %b: tensor<6x4xf32> {plait.global = tensor<12x4xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x4xf32> {plait.global = tensor<8x4xf32>, plait.name = "p", plait.sharding = #plait.sharding<@mesh, [{}, {}]>}) {
  // expected-error @below {{result 'p' must be combined over 'x', over which it is still partial (sum): each device has an addend}}
  %p = linalgx.foreign_call "product"(%a, %b) loops <operands = [[0, 2], [2, 1]], results = [[0, 1]], summed = [2]>
    : (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>
  return %p : tensor<8x4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @needs_it_whole(
    %a: tensor<8x3xf32> {plait.global = tensor<8x6xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<8xf32> {plait.global = tensor<8xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{}]>}) {
  // expected-error @below {{must take a whole dimension where its code needs one, got: {x}}}
  %r = linalgx.foreign_call "rows"(%a) loops <operands = [[0, -1]], results = [[0]]> : (tensor<8x3xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @sees_padding(
    %a: tensor<4x6xf32> {plait.global = tensor<7x6xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4xf32> {plait.global = tensor<7xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  // expected-error @below {{must take even shards that lie alike along loop 0}}
  %r = linalgx.foreign_call "rows"(%a) loops <operands = [[0, -1]], results = [[0]]> : (tensor<4x6xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @two_loops_over_one_axis(
    %a: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<4x4xf32> {plait.global = tensor<8x8xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @below {{must not run two loops over shards of 'x'}}
  %r = linalgx.foreign_call "outer"(%a, %a) loops <operands = [[0], [1]], results = [[0, 1]]> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @without_loops(
    %a: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<4xf32> {plait.global = tensor<8xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  // expected-error @below {{must take whole operands: nothing says what its code can be given a part of}}
  %r = linalgx.foreign_call "f"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
