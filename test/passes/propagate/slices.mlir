// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests that slices, pads and concatenations pass the dimensions that they take
// whole, and those of which they take at least half.
plait.mesh @mesh = <"x"=2, "y"=2>
// CHECK-LABEL: func.func @main
// CHECK: tensor.extract_slice {{.*}} to tensor<8x3xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: tensor.extract_slice {{.*}} to tensor<8x2xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: tensor.pad
// CHECK: tensor<8x3xf32, {{.*}} to tensor<8x6xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: tensor.concat {{.*}} -> tensor<8x12xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: linalgx.sort{{.*}} -> tensor<8x12xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
func.func @main(%a: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x12xf32>, tensor<8x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.extract_slice %a[0, 0] [8, 3] [1, 2] : tensor<8x6xf32> to tensor<8x3xf32>
  %less = tensor.extract_slice %a[0, 0] [8, 2] [1, 1] : tensor<8x6xf32> to tensor<8x2xf32>
  %1 = tensor.pad %0 low[0, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<8x3xf32> to tensor<8x6xf32>
  %2 = tensor.concat dim(1) %1, %a : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x12xf32>
  %3 = linalgx.sort(%2) dim 1 : (tensor<8x12xf32>) -> (tensor<8x12xf32>) {
  ^bb0(%p: f32, %q: f32):
    %c = arith.cmpf olt, %p, %q : f32
    linalgx.yield %c : i1
  }
  return %3, %less : tensor<8x12xf32>, tensor<8x2xf32>
}
