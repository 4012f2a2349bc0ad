// RUN: not plait-compile %s --emit-shardings=jax --mesh x=4 --shard 'w=[{x:(1)2}]' 2>&1 | FileCheck %s --check-prefix=SUB
// RUN: not plait-compile %s --emit-shardings=jax --mesh x=3 --shard 'w=[{x}]' -o %t.py 2>&1 | FileCheck %s --check-prefix=UNEVEN
// RUN: not ls %t.py
// RUN: not plait-compile %s --emit-shardings=jax 2>&1 | FileCheck %s --check-prefix=NONE
// Tests what a PartitionSpec cannot say.
func.func public @main(%w: tensor<8xf32> loc("w")) -> tensor<8xf32> {
  return %w : tensor<8xf32>
}
// SUB: error: argument 'w', sharded [{x:(1)2}]: a PartitionSpec must have whole axes, got: {x:(1)2}
// UNEVEN: error: argument 'w', sharded [{x}]: JAX must divide a dimension evenly, got: 8 elements over 3 devices
// NONE: error: the program must have a mesh, its own or that of --mesh, for shardings to be written
