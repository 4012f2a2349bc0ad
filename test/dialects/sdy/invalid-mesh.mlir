// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests that a mesh has sane axes and devices.

// mesh_c1
// expected-error@+1 {{the size of axis "a" must be at least 1, got: 0}}
sdy.mesh @mesh_c1 = <["a"=0]>

// -----

// expected-error@+1 {{the size of axis "b" must be at least 1, got: -4}}
sdy.mesh @mesh_c1_negative = <["a"=2, "b"=-4]>

// -----

// expected-error@+1 {{the axes of a mesh must have different names, got: "a" twice}}
sdy.mesh @mesh_c2 = <["a"=4, "a"=2]>

// -----

// expected-error@+1 {{a mesh must have at most 65536 devices, got: 512 x 1024}}
sdy.mesh @mesh_c3 = <["a"=512, "b"=1024]>

// -----

// expected-error@+1 {{a mesh must have at most 65536 devices, got: 1 x 9223372036854775807}}
sdy.mesh @mesh_c3_one_axis = <["a"=9223372036854775807]>

// -----

// expected-error@+1 {{'device_ids' must name each device once, got: 0 twice}}
sdy.mesh @mesh_c4_twice = <["a"=2], device_ids=[0, 0]>

// -----

// expected-error@+1 {{'device_ids' must list the 4 devices of the mesh, got: 3 devices}}
sdy.mesh @mesh_c4_count = <["a"=4], device_ids=[0, 2, 1]>

// -----

// expected-error@+1 {{'device_ids' must be in [0, 2), got: 2}}
sdy.mesh @mesh_c4_range = <["a"=2], device_ids=[2, 0]>

// -----

// expected-error@+1 {{'device_ids' must be left out where devices stand in order, got: all in order}}
sdy.mesh @mesh_c4_order = <["a"=2], device_ids=[0, 1]>

// -----

// expected-error@+1 {{the device of a mesh without axes must be at least 0, got: -1}}
sdy.mesh @mesh_c4_maximal = <[], device_ids=[-1]>

// -----

// expected-error@+1 {{'device_ids' must list the 1 devices of the mesh, got: 2 devices}}
sdy.mesh @mesh_c4_maximal_count = <[], device_ids=[0, 1]>

// -----

// expected-error@+1 {{'device_ids' must name devices, got: []}}
sdy.mesh @mesh_c4_empty = <["a"=2], device_ids=[]>

// -----

func.func @mesh_in_function() {
  // expected-error@+1 {{expects parent op 'builtin.module'}}
  sdy.mesh @mesh = <["a"=2]>
  return
}
