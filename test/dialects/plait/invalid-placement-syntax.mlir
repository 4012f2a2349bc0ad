// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests what the parser says of broken placements.

plait.mesh @mesh = <"data"=4>
// expected-error @below {{expected replicated, sharded, sharded_with_gather, materialized, recomputed or offloaded}}
plait.placement @p on @mesh {parameters = shared over ["data"]}

// -----
plait.mesh @mesh = <"data"=4>
// expected-error @below {{expected 'over'}}
plait.placement @p on @mesh {parameters = sharded ["data"]}

// -----
plait.mesh @mesh = <"data"=4>
// expected-error @below {{expected each of parameters, optimizer, gradients and activations at most once, got: weights}}
plait.placement @p on @mesh {weights = sharded over ["data"]}

// -----
plait.mesh @mesh = <"data"=4>
// expected-error @below {{expected each of parameters, optimizer, gradients and activations at most once, got: optimizer}}
plait.placement @p on @mesh {optimizer = replicated, optimizer = replicated}

// -----
plait.mesh @mesh = <"data"=4>
// expected-error @below {{unknown role 'examples'}}
plait.placement @p on @mesh {} roles {"data" = examples}
