// RUN: plait-opt %s | plait-opt | FileCheck %s --strict-whitespace
// RUN: plait-opt %s --mlir-print-op-generic | FileCheck %s --strict-whitespace --check-prefix=GENERIC
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s --strict-whitespace
// Tests that meshes are read and printed as JAX does, with attributes of others.

// CHECK: sdy.mesh @mesh = <["x"=4, "y"=2]>
// GENERIC: "sdy.mesh"() <{mesh = #sdy.mesh<["x"=4, "y"=2]>, sym_name = "mesh"}> : () -> ()
sdy.mesh @mesh = <["x"=4, "y"=2]>
// CHECK: sdy.mesh @empty_mesh = <[]>
// GENERIC: mesh = #sdy.mesh<[]>
sdy.mesh @empty_mesh = <[]>
// CHECK: sdy.mesh @maximal_mesh_0 = <[], device_ids=[0]>
// GENERIC: mesh = #sdy.mesh<[], device_ids=[0]>
sdy.mesh @maximal_mesh_0 = <[], device_ids=[0]>
// CHECK: sdy.mesh @perm = <["x"=4, "y"=2], device_ids=[0, 2, 1, 3, 4, 5, 6, 7]>
// GENERIC: mesh = #sdy.mesh<["x"=4, "y"=2], device_ids=[0, 2, 1, 3, 4, 5, 6, 7]>
sdy.mesh @perm = <["x"=4, "y"=2], device_ids=[0, 2, 1, 3, 4, 5, 6, 7]>
// CHECK: sdy.mesh @attr = <["x"=4]> {builtin.mesh = {axes = [{name = "x", size = 4 : i64}]}}
sdy.mesh @attr = <["x"=4]> {builtin.mesh = {axes = [{name = "x", size = 4 : i64}]}}
// CHECK: sdy.mesh @names = <["a b"=2, "q\22t"=1]>
sdy.mesh @names = <["a b"=2, "q\22t"=1]>
// CHECK: sdy.mesh @largest = <["x"=512, "y"=128]>
sdy.mesh @largest = <["x"=512, "y"=128]>
