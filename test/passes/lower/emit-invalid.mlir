// RUN: rm -rf %t && mkdir %t
// RUN: plait-opt %s --plait-codegen-cpu --plait-lower -o %t/a.mlir
// RUN: not plait-emit %t/a.mlir -o %t/missing/a 2>&1 | FileCheck %s
// RUN: not plait-emit %s -o %t/b 2>&1 | FileCheck %s --check-prefix=INPUT
// RUN: ls %t | FileCheck %s --check-prefix=LEFT
// Tests that a file that cannot be written is one error, and nothing is left.
// CHECK: error: cannot write '{{.*}}/missing/a'
// INPUT: error:
// LEFT: a.mlir
// LEFT-NOT: {{.}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
