// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-place-resolve-strategy
// Tests that what nothing carries out is refused where the placement stands, and that there is one placement.

plait.mesh @mesh = <"data"=4>
// expected-error @below {{the optimizer must lie in the memory of the device, since nothing moves states to host memory and back yet, got: offloaded}}
plait.placement @p on @mesh {optimizer = sharded over ["data"] offloaded}

// -----
plait.mesh @mesh = <"data"=4>
// expected-error @below {{the activations must be kept, since nothing recomputes them but what the program itself recomputes, got: recomputed}}
plait.placement @p on @mesh {activations = recomputed}

// -----
plait.mesh @mesh = <"data"=4>
// expected-error @below {{gathered parameters must not be cached, since nothing moves them to host memory yet, got: cached over 'data'}}
plait.placement @p on @mesh {parameters = sharded_with_gather over ["data"] cached ["data"]}

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
