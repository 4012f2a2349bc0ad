// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests what must hold of a sharding before its mesh is known.

// expected-error@+1 {{an axis must be used at most once, got: "a" twice}}
func.func @sharding_c2(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"a"}]>}) {
  return
}

// -----

// expected-error@+1 {{an axis must be used at most once, got: "a" twice}}
func.func @sharding_c2_replicated(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], replicated={"a"}>}) {
  return
}

// -----

// expected-error@+1 {{an axis must be used at most once, got: "a" twice}}
func.func @sharding_c2_unreduced(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"a"}, unreduced={"a"}>}) {
  return
}

// -----

// expected-error@+1 {{sub-axes must not overlap, got: "a":(1)2 and "a"}}
func.func @sharding_c2_part_and_whole(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2}, {"a"}]>}) {
  return
}

// -----

// expected-error@+1 {{sub-axes must not overlap, got: "a":(1)4 and "a":(2)4}}
func.func @sharding_c2_parts(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)4}, {"a":(2)4}]>}) {
  return
}

// -----

// expected-error@+1 {{sub-axes must not overlap, got: "a":(3)2 and "a":(1)2}}
func.func @sharding_c2_not_nested(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(3)2}, {"a":(1)2}]>}) {
  return
}

// -----

// expected-error@+1 {{dimension 1 must have axes or be open to have a priority, got: {}p2}}
func.func @sharding_c3(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}p2]>}) {
  return
}

// -----

// expected-error@+1 {{the size of sub-axis of "a" must be at least 2, got: 1}}
func.func @axis_ref_c1(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(2)1}, {}]>}) {
  return
}

// -----

// expected-error@+1 {{the size of sub-axis of "a" must be at least 2, got: 0}}
func.func @axis_ref_c1_zero(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)0}, {}]>}) {
  return
}

// -----

// expected-error@+1 {{the pre-size of sub-axis of "a" must be at least 1, got: 0}}
func.func @axis_ref_c2(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(0)2}, {}]>}) {
  return
}

// -----

// expected-error@+1 {{the sizes of sub-axis of "a" must be at most 65536, got: 8589934592 and 2}}
func.func @axis_ref_c3(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(8589934592)2}, {}]>}) {
  return
}
