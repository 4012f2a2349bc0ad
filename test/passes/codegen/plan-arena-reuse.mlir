// RUN: plait-opt %s --plait-codegen-cpu-plan-arena | FileCheck %s
// RUN: plait-opt %s --plait-codegen-cpu-plan-arena=reuse=false | FileCheck %s --check-prefix=APART
// Tests that buffers that never meet share bytes only where they may.
// CHECK: func @main({{.*}}, %{{.*}}: memref<128xi8>)
// APART: func @main({{.*}}, %{{.*}}: memref<192xi8>)
func.func @main(%x: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  memref.copy %b, %c : memref<4xf32> to memref<4xf32>
  memref.copy %c, %x : memref<4xf32> to memref<4xf32>
  return
}
