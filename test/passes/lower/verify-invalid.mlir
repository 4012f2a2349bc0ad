// RUN: plait-opt %s --plait-lower-verify -split-input-file -verify-diagnostics
// Tests what must not be left after lower.
// expected-error @+1 {{must hold the symbol plait_module_table}}
module {
}
// -----
llvm.mlir.global external constant @plait_module_table(0 : i32) : i32
// expected-error @+1 {{must not be left after lower}}
func.func private @kernel()
