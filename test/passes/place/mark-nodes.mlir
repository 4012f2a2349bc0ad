// RUN: plait-opt %s --plait-place-mark-nodes=axes=node | FileCheck %s
// RUN: plait-opt %s --plait-place-mark-nodes | FileCheck %s --check-prefix=SAME
// RUN: not plait-opt %s --plait-place-mark-nodes=axes=nod 2>&1 | FileCheck %s --check-prefix=AXIS
// Tests that the mesh says which of its axes lead from node to node.

// CHECK: plait.mesh @mesh = <"node"=2, "local"=4> {plait.node_axes = ["node"]}
// SAME: plait.mesh @mesh = <"node"=2, "local"=4>{{$}}
// AXIS: error: --node-axes must be axes of the mesh, node, local, got: 'nod', did you mean 'node'?
plait.mesh @mesh = <"node"=2, "local"=4>
func.func @main() {
  return
}
