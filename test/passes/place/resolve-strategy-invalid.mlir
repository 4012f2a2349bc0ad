// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-place-resolve-strategy
// Tests that what nothing carries out is refused where the placement stands, and that there is one placement.

plait.mesh @mesh = <"data"=4>
// expected-error @below {{the activations must be kept, since nothing recomputes them but what the program itself recomputes, got: recomputed}}
plait.placement @p on @mesh {activations = recomputed}

// -----
plait.mesh @mesh = <"stage"=4>
// expected-error @below {{an axis must not divide layers, since there is no pipeline yet, got: 'stage' with role stages}}
plait.placement @p on @mesh {} roles {"stage" = stages}

// -----
plait.mesh @mesh = <"data"=4>
// expected-note @below {{the first placement}}
plait.placement @p on @mesh {}
// expected-error @below {{a program must have one placement}}
plait.placement @q on @mesh {}
