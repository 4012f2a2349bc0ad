// RUN: plait-opt %s --plait-codegen-cpu-match-gemm | FileCheck %s
// Tests which contractions become products, and with which strides.
#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#nm = affine_map<(m, n, k) -> (n, m)>
// A zero fill right before: nothing to accumulate.
// CHECK-LABEL: func @filled
func.func @filled(%a: memref<8x4xf32>, %b: memref<4x16xf32>, %c: memref<8x16xf32>) {
  %z = arith.constant 0.0 : f32
  // CHECK-NOT: linalg.fill
  // CHECK: cpu.gemm %arg0, %arg1, %arg2 sizes [1, 8, 16, 4] strides [0, 4, 1], [0, 16, 1], [0, 16, 1]
  linalg.fill ins(%z : f32) outs(%c : memref<8x16xf32>)
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<8x4xf32>, memref<4x16xf32>) outs(%c : memref<8x16xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}
// Something reads the zeros: the fill stays and the product adds.
// CHECK-LABEL: func @read_between
func.func @read_between(%a: memref<8x4xf32>, %b: memref<4x16xf32>, %c: memref<8x16xf32>, %d: memref<8x16xf32>) {
  %z = arith.constant 0.0 : f32
  // CHECK: linalg.fill
  // CHECK: memref.copy
  // CHECK: cpu.gemm %arg0, %arg1, %arg2 accumulate
  linalg.fill ins(%z : f32) outs(%c : memref<8x16xf32>)
  memref.copy %c, %d : memref<8x16xf32> to memref<8x16xf32>
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<8x4xf32>, memref<4x16xf32>) outs(%c : memref<8x16xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.mulf %y, %x : f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  }
  return
}
// Transposed operands are strides; a transposed result swaps the operands.
// CHECK-LABEL: func @transposed
func.func @transposed(%a: memref<4x8xf32>, %b: memref<4x16xf32>, %c: memref<16x8xf32>) {
  // CHECK: cpu.gemm %arg1, %arg0, %arg2 accumulate sizes [1, 16, 8, 4] strides [0, 1, 16], [0, 8, 1], [0, 8, 1]
  linalg.generic {indexing_maps = [#km, #kn, #nm], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<4x8xf32>, memref<4x16xf32>) outs(%c : memref<16x8xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}
// Widened factors: bf16 in, f32 out.
// CHECK-LABEL: func @widened
func.func @widened(%a: memref<8x4xbf16>, %b: memref<4x16xbf16>, %c: memref<8x16xf32>) {
  // CHECK: cpu.gemm {{.*}} : memref<8x4xbf16>, memref<4x16xbf16>, memref<8x16xf32>
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<8x4xbf16>, memref<4x16xbf16>) outs(%c : memref<8x16xf32>) {
  ^bb0(%x: bf16, %y: bf16, %o: f32):
    %p = arith.extf %x : bf16 to f32
    %q = arith.extf %y : bf16 to f32
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}
// Batch times heads: one loop in the kernel, one around it.
// CHECK-LABEL: func @heads
func.func @heads(%q: memref<2x3x4x5xf32>, %k: memref<2x3x4x5xf32>, %s: memref<2x4x3x3xf32>) {
  // CHECK: scf.for %[[B:.*]] = %c0{{.*}} to %c2
  // CHECK: memref.reinterpret_cast %arg0 to offset: [%{{.*}}], sizes: [1], strides: [1]
  // CHECK: cpu.gemm {{.*}} accumulate sizes [4, 3, 3, 5] strides [5, 20, 1], [5, 1, 20], [9, 3, 1]
  linalg.generic {indexing_maps = [affine_map<(b, h, s, t, d) -> (b, s, h, d)>, affine_map<(b, h, s, t, d) -> (b, t, h, d)>, affine_map<(b, h, s, t, d) -> (b, h, s, t)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : memref<2x3x4x5xf32>, memref<2x3x4x5xf32>) outs(%s : memref<2x4x3x3xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}
// A convolution: one product per window row; width and channels are one K.
// CHECK-LABEL: func @convolution
func.func @convolution(%x: memref<2x10x12x4xf32>, %w: memref<3x3x4x5xf32>, %y: memref<2x8x10x5xf32>) {
  // CHECK: scf.for %{{.*}} = %c0{{.*}} to %c2
  // CHECK: scf.for %{{.*}} = %c0{{.*}} to %c3
  // CHECK: cpu.gemm {{.*}} accumulate sizes [8, 10, 5, 12] strides [48, 4, 1], [0, 5, 1], [50, 5, 1]
  linalg.generic {indexing_maps = [affine_map<(n, h, w, o, p, q, i) -> (n, h + p, w + q, i)>, affine_map<(n, h, w, o, p, q, i) -> (p, q, i, o)>, affine_map<(n, h, w, o, p, q, i) -> (n, h, w, o)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%x, %w : memref<2x10x12x4xf32>, memref<3x3x4x5xf32>) outs(%y : memref<2x8x10x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}
// Integers, other combiners and matrix times vector stay.
// CHECK-LABEL: func @kept
func.func @kept(%a: memref<8x4xi32>, %b: memref<4x16xi32>, %c: memref<8x16xi32>, %x: memref<8x4xf32>, %v: memref<4xf32>, %y: memref<8xf32>) {
  // CHECK-NOT: cpu.gemm
  // CHECK-COUNT-2: linalg.generic
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<8x4xi32>, memref<4x16xi32>) outs(%c : memref<8x16xi32>) {
  ^bb0(%p: i32, %q: i32, %o: i32):
    %0 = arith.muli %p, %q : i32
    %1 = arith.addi %o, %0 : i32
    linalg.yield %1 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"]} ins(%x, %v : memref<8x4xf32>, memref<4xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}
