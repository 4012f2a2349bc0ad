// RUN: not plait-opt %s --plait-place-annotate="shard=weights=[{data}]" 2>&1 | FileCheck %s
// Tests that --shard needs a mesh.

func.func @main(%w: tensor<6xf32> {plait.name = "weights"}) -> tensor<6xf32> {
  return %w : tensor<6xf32>
}
// CHECK: error: --shard: the program has no mesh; give --mesh
