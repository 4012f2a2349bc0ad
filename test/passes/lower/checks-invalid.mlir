// RUN: plait-opt %s --plait-lower-checks -verify-diagnostics
// Tests that a check in structured control flow is refused.
llvm.func @step(%a: i32, %c: i1) -> i32 {
  scf.if %c {
    // expected-error @+1 {{must stand in a block of the step}}
    cpu.check %a
  }
  llvm.return %a : i32
}
