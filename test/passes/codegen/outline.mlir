// RUN: plait-opt %s --plait-codegen-cpu-outline --canonicalize -split-input-file | FileCheck %s
// Tests that nests become functions, equal ones shared, with noalias where
// buffers are distinct.
#id = affine_map<(i) -> (i)>
// CHECK-LABEL: func @main
// CHECK-SAME: (%[[X:.*]]: memref<4xf32>, %[[Y:.*]]: memref<4xf32>)
func.func @main(%x: memref<4xf32>, %y: memref<4xf32>) {
  // CHECK: %[[A:.*]] = memref.alloc
  // CHECK: call @plait_kernel_0(%[[X]], %[[A]])
  // CHECK: call @plait_kernel_0(%[[A]], %[[Y]])
  // CHECK: call @plait_kernel_1(%[[Y]])
  %a = memref.alloc() : memref<4xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<4xf32>) outs(%a : memref<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = arith.negf %p : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%y : memref<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = arith.negf %p : f32
    linalg.yield %0 : f32
  }
  // In place: one argument.
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%y : memref<4xf32>) outs(%y : memref<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = arith.negf %p : f32
    linalg.yield %0 : f32
  }
  return
}
// CHECK: func.func private @plait_kernel_0(%{{.*}}: memref<4xf32> {llvm.noalias}, %{{.*}}: memref<4xf32> {llvm.noalias})
// CHECK: func.func private @plait_kernel_1(%{{.*}}: memref<4xf32> {llvm.noalias})

// -----
// Views and constants move into the kernel: two views of one buffer are one
// argument. A run-time offset is an argument.
#id = affine_map<(i) -> (i)>
// CHECK-LABEL: func @main
// CHECK-SAME: (%[[X:.*]]: memref<16xf32>, %[[I:.*]]: index)
func.func @main(%x: memref<16xf32>, %i: index) {
  // CHECK-NOT: memref.subview
  // CHECK: call @plait_kernel_0(%[[X]], %[[I]])
  %a = memref.subview %x[0] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1]>>
  %b = memref.subview %x[%i] [4] [1] : memref<16xf32> to memref<4xf32, strided<[1], offset: ?>>
  %two = arith.constant 2.0 : f32
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : memref<4xf32, strided<[1]>>) outs(%b : memref<4xf32, strided<[1], offset: ?>>) {
  ^bb0(%p: f32, %o: f32):
    %0 = arith.mulf %p, %two : f32
    linalg.yield %0 : f32
  }
  return
}
// CHECK: func.func private @plait_kernel_0(%{{.*}}: memref<16xf32> {llvm.noalias}, %{{.*}}: index)
// CHECK-DAG: arith.constant 2.0
// CHECK-DAG: memref.subview

// -----
// A loop without collectives is one kernel, one with them stays and its body
// is outlined.
#id = affine_map<(i) -> (i)>
plait.mesh @mesh = <"x"=2>
// CHECK-LABEL: func @main
func.func @main(%x: memref<4xf32>, %y: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: call @plait_kernel_0(
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<4xf32>
    memref.store %v, %y[%i] : memref<4xf32>
  }
  // CHECK: scf.for
  // CHECK: call @plait_kernel_1(
  // CHECK: coll.all_reduce
  scf.for %i = %c0 to %n step %c1 {
    linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%y : memref<4xf32>) outs(%x : memref<4xf32>) {
    ^bb0(%p: f32, %o: f32):
      %0 = arith.negf %p : f32
      linalg.yield %0 : f32
    }
    coll.all_reduce %x into %y sum over @mesh["x"] site <0 user "a"> : (memref<4xf32>, memref<4xf32>) -> ()
  }
  return
}

// -----
// A fill and the reduction into it are one kernel.
// CHECK-LABEL: func @main
func.func @main(%x: memref<4x8xf32>, %s: memref<4xf32>) {
  // CHECK-NOT: call
  // CHECK: call @plait_kernel_0(
  // CHECK-NOT: call
  // CHECK: return
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%s : memref<4xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : memref<4x8xf32>) outs(%s : memref<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = arith.addf %p, %o : f32
    linalg.yield %0 : f32
  }
  return
}
// CHECK: func.func private @plait_kernel_0
// CHECK: linalg.fill
// CHECK: linalg.generic
