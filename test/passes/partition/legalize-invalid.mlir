// RUN: plait-opt %s --plait-partition-legalize -split-input-file -verify-diagnostics
// Tests what cannot be partitioned.
#x = #plait.sharding<@mesh, [{"x"}]>
plait.mesh @mesh = <"x"=4>
func.func @unknown_control_flow(%0: tensor<8xf32, #x>) -> tensor<8xf32, #x> {
  // expected-error @below {{cannot be partitioned: its regions are not known control flow}}
  %1 = scf.forall (%i) in (8) shared_outs(%o = %0) -> tensor<8xf32, #x> {
    scf.forall.in_parallel {
    }
  }
  return %1 : tensor<8xf32, #x>
}

// -----

plait.mesh @mesh = <"x"=4>
// expected-error @below {{a program is partitioned over one mesh, got: a second one}}
plait.mesh @other = <"y"=2>
