// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests that what is not written right is refused where it stands.

func.func @priority(%d: tensor<8xf32>) {
  // expected-error@+1 {{a priority must be p and a number, got: q1}}
  sdy.sharding_constraint %d <@mesh, [{"a"}q1]> : tensor<8xf32>
}

// -----

func.func @question(%d: tensor<8xf32>) {
  // expected-error@+1 {{'?' must be last in a dimension}}
  sdy.sharding_constraint %d <@mesh, [{?, "a"}]> : tensor<8xf32>
}

// -----

func.func @no_mesh(%d: tensor<8xf32>) {
  // expected-error@+1 {{a sharding must begin with a mesh: @name or mesh<..>}}
  sdy.sharding_constraint %d <[{"a"}]> : tensor<8xf32>
}

// -----

func.func @empty_replicated(%d: tensor<8xf32>) {
  // expected-error@+1 {{'replicated' must be left out when empty, got: {}}}
  sdy.sharding_constraint %d <@mesh, [{"a"}], replicated={}> : tensor<8xf32>
}

// -----

func.func @twice(%d: tensor<8xf32>) {
  // expected-error@+1 {{'unreduced' must be given at most once, got: twice}}
  sdy.sharding_constraint %d <@mesh, [{}], unreduced={"a"}, unreduced={"b"}> : tensor<8xf32>
}

// -----

func.func @unknown_set(%d: tensor<8xf32>) {
  // expected-error@+1 {{a sharding must have 'replicated' or 'unreduced' after its dimensions, got: partial}}
  sdy.sharding_constraint %d <@mesh, [{}], partial={"a"}> : tensor<8xf32>
}

// -----

func.func @unknown_kind(%d: tensor<8xf32>) {
  // expected-error@+1 {{'unreduced' must be of kind sum, max or min, got: mean}}
  sdy.sharding_constraint %d <@mesh, [{}], unreduced=mean{"a"}> : tensor<8xf32>
}

// -----

func.func @unknown_reduction(%d: tensor<8xf32>) {
  // expected-error@+1 {{a reduction must be sum, max or min, got: mean}}
  sdy.all_reduce mean {"a"} %d out_sharding=<@mesh, [{}]> : tensor<8xf32>
}

// -----

func.func @generic_all_to_all(%d: tensor<8xf32>) {
  // expected-error@+1 {{expected '->'}}
  sdy.all_to_all [{"a"}: 0 to 1] %d out_sharding=<@mesh, [{}]> : tensor<8xf32>
}

// -----

func.func @factor_name(%d: tensor<8xf32>) {
  // expected-error@+1 {{factors must be letters from i to z, or z_1, z_2, .., got: a}}
  func.call @f(%d) {sdy.sharding_rule = #sdy.op_sharding_rule<([a])->() {i=8}>} : (tensor<8xf32>) -> ()
}

// -----

func.func @factor_order(%d: tensor<8xf32>) {
  // expected-error@+1 {{factor sizes must be listed in order, expected i, got: j}}
  func.call @f(%d) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->() {j=8}>} : (tensor<8xf32>) -> ()
}

// -----

func.func @factor_list(%d: tensor<8xf32>) {
  // expected-error@+1 {{a list must have one factor per entry}}
  func.call @f(%d) {sdy.sharding_rule = #sdy.op_sharding_rule<([ij])->() {i=4, j=2} reduction={ij}>} : (tensor<8xf32>) -> ()
}
