// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests what the axes between nodes of a mesh may be.

// expected-error @below {{'plait.node_axes' must list axes of the mesh, each once, got: ["nodes"]}}
plait.mesh @mesh = <"node"=2, "local"=4> {plait.node_axes = ["nodes"]}

// -----
// expected-error @below {{'plait.node_axes' must list axes of the mesh, each once, got: ["node", "node"]}}
plait.mesh @mesh = <"node"=2, "local"=4> {plait.node_axes = ["node", "node"]}

// -----
// expected-error @below {{'plait.node_axes' must list axes of the mesh, each once, got: "node"}}
plait.mesh @mesh = <"node"=2, "local"=4> {plait.node_axes = "node"}

// -----
// expected-error @below {{'plait.node_axes' must stand on a plait.mesh}}
func.func private @f() attributes {plait.node_axes = ["node"]}
