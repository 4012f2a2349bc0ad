// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-place-verify
// Tests that no placement is left that was not carried out.

plait.mesh @mesh = <"data"=4>
// expected-error @below {{a placement must be resolved after place}}
plait.placement @p on @mesh {parameters = sharded over ["data"]}
