// RUN: plait-opt %s --plait-codegen-cpu --plait-lower -o %t.mlir
// RUN: plait-emit %t.mlir -o %t.ll llvm-ir && FileCheck %s < %t.ll
// RUN: plait-emit %t.mlir -o %t.o obj && llvm-nm %t.o | FileCheck %s --check-prefix=OBJECT
// RUN: plait-emit %t.mlir -o %t.so lib && llvm-nm -D %t.so | FileCheck %s --check-prefix=LIBRARY
// RUN: plait-emit %t.mlir -o %t.exe && %t.exe --version
// Tests the forms in which a program is written.
// CHECK: target datalayout
// CHECK: target triple = "x86_64-
// CHECK: @plait_module_table = constant
// CHECK: define internal i32 @plait_step_0(ptr %0, ptr %1)
// OBJECT: T plait_kernel_0
// OBJECT: {{[DRdr]}} plait_module_table
// LIBRARY-NOT: plait_kernel_0
// LIBRARY: plait_module_table
#id = affine_map<(i) -> (i)>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = arith.negf %p : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %a : tensor<4xf32>
}
