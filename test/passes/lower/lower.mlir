// RUN: plait-opt %s --plait-codegen-cpu --plait-lower | FileCheck %s
// Tests a whole program in the LLVM dialect: kernels take pointers, the step
// allocates and copies nothing.
#id = affine_map<(i) -> (i)>
// CHECK-NOT: malloc
// CHECK-NOT: memcpy
// CHECK: llvm.func internal @plait_step_0(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr) -> i32
// CHECK: llvm.call @plait_kernel_0(
// CHECK: llvm.return %{{.*}} : i32
// CHECK: llvm.func @plait_kernel_0(%{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: !llvm.ptr {llvm.noalias})
func.func @main(%x: tensor<64xf32>, %w: tensor<64xf32> {plait.alias = 0 : i64}) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x, %w : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %b, %a : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}
