// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests what is written wrongly in an attribute; functions are named after what is wrong.

plait.mesh @mesh = <"x"=4>
// expected-error@+1 {{the name of an axis must not be empty}}
func.func @empty_axis(%x: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{""}, {}]>}) { return }

// -----

plait.mesh @mesh = <"x"=4>
// expected-error@+1 {{a sub-axis must have size >= 2, got: 0}}
func.func @sub_axis_zero(%x: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x":(1)0}, {}]>}) { return }

// -----

plait.mesh @mesh = <"x"=4>
// expected-error@+1 {{expected '(' of a sub-axis}}
func.func @sub_axis_without_pre(%x: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x":2}, {}]>}) { return }

// -----

plait.mesh @mesh = <"x"=4>
// expected-error@+1 {{'?' must be the last entry of a dimension}}
func.func @open_not_last(%x: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{?, "x"}, {}]>}) { return }

// -----

plait.mesh @mesh = <"x"=4>
// expected-error@+1 {{expected a priority such as p1}}
func.func @priority_letter(%x: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}q1, {}]>}) { return }

// -----

plait.mesh @mesh = <"x"=4>
// expected-error@+1 {{expected a priority such as p1}}
func.func @priority_number(%x: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}pone, {}]>}) { return }

// -----

plait.mesh @mesh = <"x"=4>
// expected-error@+1 {{expected ':' and a combiner}}
func.func @partial_without_combiner(%x: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {}], partial = {"x"}>}) { return }

// -----

plait.mesh @mesh = <"x"=4>
// expected-error@+1 {{unknown combiner 'mean'}}
func.func @partial_combiner(%x: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {}], partial = {"x" : mean}>}) { return }

// -----

plait.mesh @mesh = <"x"=4>
// expected-error@+1 {{expected 'partial'}}
func.func @unknown_tail(%x: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {}], shared = {"x"}>}) { return }

// -----

// expected-error@+1 {{unknown state 'weights'}}
func.func @state(%x: tensor<8xf32> {plait.state = #plait.state<weights>}) { return }

// -----

plait.mesh @mesh = <"x"=4>
func.func @combiner(%x: tensor<8xf32>) {
  // expected-error@+1 {{unknown combiner 'mean'}}
  %0 = coll.all_reduce %x mean over @mesh["x"] site <0 partition ""> : (tensor<8xf32>) -> tensor<8xf32>
  return
}
