// RUN: plait-opt %s | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s
// Tests that the ops of cpu read and print.
// CHECK: cpu.interface arguments [{local = tensor<4xf32>, name = "x"}] results [{local = tensor<4xf32>, name = "y"}]
cpu.interface arguments [{local = tensor<4xf32>, name = "x"}] results [{local = tensor<4xf32>, name = "y"}]
// CHECK-LABEL: func @ops
func.func @ops(%a: memref<8x4xf32>, %b: memref<4x16xf32>, %c: memref<8x16xf32>, %status: i32) {
  // CHECK: cpu.gemm %{{.*}}, %{{.*}}, %{{.*}} accumulate sizes [1, 8, 16, 4] strides [0, 4, 1], [0, 16, 1], [0, 16, 1]
  cpu.gemm %a, %b, %c accumulate sizes [1, 8, 16, 4] strides [0, 4, 1], [0, 16, 1], [0, 16, 1]
    : memref<8x4xf32>, memref<4x16xf32>, memref<8x16xf32>
  // CHECK: cpu.check %{{.*}}
  cpu.check %status
  return
}
