// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests what makes a mesh, a sharding or a declared attribute wrong; functions are named after the constraint.

plait.mesh @mesh = <"x"=4>
// expected-error@+1 {{axis "x" must be used once, got: #plait.axis<"x"> and #plait.axis<"x">}}
func.func @sharding_c1_twice(%x: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"x"}]>}) { return }

// -----

plait.mesh @mesh = <"x"=8>
// expected-error@+1 {{axis "x" must be used once, got: #plait.axis<"x":(1)4> and #plait.axis<"x":(2)2>}}
func.func @sharding_c1_overlap(%x: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x":(1)4}, {"x":(2)2}]>}) { return }

// -----

plait.mesh @mesh = <"x"=8>
// expected-error@+1 {{a sub-axis must have pre >= 1 and size >= 2, got: (1)1}}
func.func @sharding_c2(%x: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x":(1)1}]>}) { return }

// -----

plait.mesh @mesh = <"x"=4>
// expected-error@+1 {{a sharding must have one entry per dimension of the tensor (2), got: 1}}
func.func @sharding_c3(%x: tensor<8x6xf32, #plait.sharding<@mesh, [{"x"}]>>) { return }

// -----

plait.mesh @mesh = <"x"=4>
// expected-error@+1 {{'xor' must combine integers, got: 'f32'}}
func.func @sharding_c4(%x: tensor<8xf32, #plait.sharding<@mesh, [{}], partial = {"x" : xor}>>) { return }

// -----

// expected-error@+1 {{mesh @mesh is not defined}}
func.func @mesh_undefined(%x: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) { return }

// -----

plait.mesh @mesh = <"x"=4>
// expected-error@+1 {{axis "z" is not an axis of mesh @mesh}}
func.func @axis_undefined(%x: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"z"}]>}) { return }

// -----

plait.mesh @mesh = <"x"=4>
// expected-error@+1 {{sub-axis must divide its axis of size 4, got: #plait.axis<"x":(1)3>}}
func.func @sub_axis_fits(%x: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x":(1)3}]>}) { return }

// -----

plait.mesh @mesh = <"x"=4>
// expected-error@+1 {{'plait.sharding' of argument 0 must be a #plait.sharding, got: 3 : i32}}
func.func @declared_sharding(%x: tensor<8xf32> {plait.sharding = 3 : i32}) { return }

// -----

plait.mesh @mesh = <"x"=4>
// expected-error@+1 {{'plait.sharding' of argument 0 must stand on a ranked tensor, got: 'index'}}
func.func @declared_sharding_type(%x: index {plait.sharding = #plait.sharding<@mesh, []>}) { return }

// -----

// expected-error@+1 {{'plait.name' of argument 0 must be a string, got: 1 : i64}}
func.func @declared_name(%x: tensor<8xf32> {plait.name = 1}) { return }

// -----

// expected-error@+1 {{'plait.state' of argument 0 must be a #plait.state, got: "parameter"}}
func.func @declared_state(%x: tensor<8xf32> {plait.state = "parameter"}) { return }

// -----

// expected-error@+1 {{'plait.global' of argument 0 must be the type of a ranked tensor, got: f32}}
func.func @declared_global(%x: tensor<8xf32> {plait.global = f32}) { return }

// -----

// expected-error@+1 {{'plait.alias' of argument 0 must be a result number in [0, 1), got: 1 : i64}}
func.func @declared_alias(%x: tensor<8xf32> {plait.alias = 1}) -> tensor<8xf32> { return %x : tensor<8xf32> }

// -----

// expected-error@+1 {{unknown attribute 'plait.color' of argument 0}}
func.func @declared_unknown(%x: tensor<8xf32> {plait.color = 1}) { return }

// -----

// expected-error@+1 {{unknown attribute 'plait.alias' of result 0}}
func.func @alias_on_result(%x: tensor<8xf32>) -> (tensor<8xf32> {plait.alias = 0}) { return %x : tensor<8xf32> }

// -----

func.func @on_an_op(%x: tensor<8xf32>) {
  // expected-error@+1 {{unknown attribute 'plait.note': plait attributes stand on arguments and results of functions only}}
  %0 = arith.addf %x, %x {plait.note = 1} : tensor<8xf32>
  return
}
