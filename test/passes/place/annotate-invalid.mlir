// RUN: not plait-opt %s --plait-place-annotate="shard=weight=[{data},{}]" 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not plait-opt %s --plait-place-annotate="shard=weights=[{data}]" 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not plait-opt %s --plait-place-annotate="shard=weights=[{dta},{}]" 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: not plait-opt %s --plait-place-annotate="mesh=other=2" 2>&1 | FileCheck %s --check-prefix=MESH
// RUN: not plait-opt %s --plait-place-annotate="mesh=data=0" 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not plait-opt %s --plait-place-annotate="state=weights=parameters" 2>&1 | FileCheck %s --check-prefix=STATE
// RUN: not plait-opt %s --plait-place-annotate="shard=weights" 2>&1 | FileCheck %s --check-prefix=FORM
// Tests that each wrong option is one error that says what was expected.

plait.mesh @mesh = <"data"=4>
func.func @main(%w: tensor<6x8xf32> {plait.name = "weights", plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>}) -> tensor<6x8xf32> {
  return %w : tensor<6x8xf32>
}
// NAME: error: --shard: no argument or result matches 'weight', did you mean 'weights'?
// RANK: error: --shard 'weights':
// AXIS: error: --shard 'weights':{{.*}}dta
// MESH: error: sharding of 'weights': axis "data" is not an axis of mesh @mesh, which has other=2
// ZERO: error: --mesh:
// STATE: error: --state must be NAME=parameter, optimizer, gradient, activation, batch, cache, step or none, got: 'weights=parameters'
// FORM: error: --shard must be NAME=[{axis},{}], got: 'weights'
