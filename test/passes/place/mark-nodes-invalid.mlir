// RUN: plait-opt %s --plait-place-mark-nodes=axes=node -verify-diagnostics
// Tests that axes between nodes need a mesh.

// expected-error @below {{--node-axes: the program must have one mesh; give --mesh}}
module {
  func.func @main() {
    return
  }
}
