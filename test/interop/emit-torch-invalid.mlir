// RUN: not plait-compile %s --emit-shardings=torch --mesh x=4 --shard 'w=[{x:(1)2}]' 2>&1 | FileCheck %s --check-prefix=SUB
// RUN: not plait-compile %s --emit-shardings=torch --mesh x=2,y=2 --shard 'w=[{x,y}]' 2>&1 | FileCheck %s --check-prefix=UNEVEN
// RUN: plait-compile %s --emit-shardings=torch --mesh x=4 --shard 'w=[{x}]' 2>&1 | FileCheck %s --check-prefix=ALIKE
// Tests what DTensor cannot say; one uneven mesh dimension it can.
func.func public @main(%w: tensor<10xf32> loc("w")) -> tensor<10xf32> {
  return %w : tensor<10xf32>
}
// SUB: error: argument 'w', sharded [{x:(1)2}]: a placement must be for a whole mesh dimension, got: {x:(1)2}
// UNEVEN: error: argument 'w', sharded [{x,y}]: DTensor cuts a dimension by one mesh dimension after the other, which must give equal parts, got: 10 elements over 4 devices
// ALIKE: "w": [Shard(0)],
