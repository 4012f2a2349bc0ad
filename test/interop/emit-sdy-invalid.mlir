// RUN: split-file %s %t
// RUN: not plait-compile %t/core.mlir --emit-shardings=sdy -o %t/out.mlir 2>&1 | FileCheck %s --check-prefix=CORE
// RUN: not ls %t/out.mlir
// RUN: not plait-compile %t/combiner.mlir --emit-shardings=sdy --shard 'x=[{}], partial={m:prod}' 2>&1 | FileCheck %s --check-prefix=COMBINER
// Tests what cannot be written as sdy into StableHLO.

//--- core.mlir
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CORE: core.mlir:3:8: error: 'math.tanh' op is not StableHLO: --emit-shardings=sdy writes into a program of StableHLO
  %0 = math.tanh %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
//--- combiner.mlir
sdy.mesh @mesh = <["m"=2]>
// COMBINER: error: sdy must reduce the parts of a value by one of sum, max and min, got: prod
func.func public @main(%x: tensor<8xf32> loc("x")) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
