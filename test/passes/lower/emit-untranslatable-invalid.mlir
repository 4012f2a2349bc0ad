// RUN: not plait-emit %s -o %t llvm-ir 2>&1 | FileCheck %s
// RUN: not plait-emit %s -o %t obj 2>&1 | FileCheck %s
// Tests that an op without a form in LLVM IR ends as errors at the op and at
// the module.

// CHECK: emit-untranslatable-invalid.mlir":[[# @LINE + 4]]:{{[0-9]+}}): error: cannot be converted to LLVM IR
// CHECK: emit-untranslatable-invalid.mlir":[[# @LINE + 1]]:1): error: cannot be translated to LLVM IR
module {
  llvm.func @step() -> i32 {
    %0 = arith.constant 0 : i32
    llvm.return %0 : i32
  }
}
