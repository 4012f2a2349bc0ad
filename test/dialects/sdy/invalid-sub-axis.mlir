// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests the sizes of an axis and of a sub-axis; meshes and functions are named after the constraint.

// expected-error@+1 {{the size of axis "x" must be at least 1, got: 0}}
sdy.mesh @mesh_c1 = <["x"=0]>

// -----

sdy.mesh @mesh = <["x"=4]>
// expected-error@+1 {{the size of sub-axis of "x" must be at least 2, got: 0}}
func.func @axis_ref_c1_zero(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)0}]>}) { return }

// -----

sdy.mesh @mesh = <["x"=4]>
// expected-error@+1 {{the size of sub-axis of "x" must be at least 2, got: 1}}
func.func @axis_ref_c1(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)1}]>}) { return }

// -----

sdy.mesh @mesh = <["x"=4]>
// expected-error@+1 {{the pre-size of sub-axis of "x" must be at least 1, got: 0}}
func.func @axis_ref_c2(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(0)2}]>}) { return }

// -----

sdy.mesh @mesh = <["x"=4]>
// expected-error@+1 {{the sizes of sub-axis of "x" must be at most }}
func.func @axis_ref_c3(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)9223372036854775807}]>}) { return }
