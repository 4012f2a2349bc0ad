// RUN: plait-opt %s --plait-place-verify -verify-diagnostics
// Tests that a program has one mesh.

// expected-note@+1 {{the first mesh}}
plait.mesh @a = <"data"=4>
// expected-error@+1 {{a program must have one mesh}}
plait.mesh @b = <"data"=2>
