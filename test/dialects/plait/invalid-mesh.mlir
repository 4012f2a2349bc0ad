// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests the constraints of a mesh.

// expected-error@+1 {{size}}
plait.mesh @mesh_c2_zero = <"x"=0>

// -----

// expected-error@+1 {{'x'}}
plait.mesh @mesh_c1_twice = <"x"=2, "x"=4>

// -----

// expected-error@+1 {{name}}
plait.mesh @mesh_c1_empty = <""=2>

// -----

// expected-error@+1 {{device}}
plait.mesh @mesh_c3 = <"x"=2, device_ids = [0, 0]>

// -----

// expected-error@+1 {{devices}}
plait.mesh @mesh_c2_huge = <"x"=1048576, "y"=1048576>
