// RUN: not plait-opt %s --plait-place-resolve-strategy="placement=zero4@data" 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: not plait-opt %s --plait-place-resolve-strategy="placement=zero3@dat" 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: not plait-opt %s --plait-place-resolve-strategy="placement=zero3" 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not plait-opt %s --plait-place-resolve-strategy="placement=@%t.nowhere" 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not plait-opt %s --plait-place-resolve-strategy="placement=@%s" 2>&1 | FileCheck %s --check-prefix=EMPTY
// Tests what is said of strategies and files that are none.

// WORD: --placement: a strategy must be one of ddp, {{.*}}, got: 'zero4', did you mean 'zero{{[1-3]}}'?
// AXIS: --placement: an axis of a strategy must be one of data, got: 'dat', did you mean 'data'?
// NONE: --placement: a strategy needs '@' and its axes, as in 'zero3@data', got: 'zero3'
// FILE: --placement: cannot read '{{.*}}.nowhere'
// EMPTY: --placement: '{{.*}}' must hold one plait.placement
plait.mesh @mesh = <"data"=4>
