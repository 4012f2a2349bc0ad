// RUN: not plait-opt %s --plait-place-annotate="mesh=data=2" 2>&1 | FileCheck %s
// Tests that --mesh replaces one mesh, not one of several.

plait.mesh @one = <"data"=4>
plait.mesh @two = <"data"=8>
func.func @main(%w: tensor<6xf32> {plait.name = "weights"}) -> tensor<6xf32> {
  return %w : tensor<6xf32>
}
// CHECK: error: --mesh: the program has several meshes; it replaces one
