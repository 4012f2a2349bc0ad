// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests different axes that meet on one dimension of elementwise ops: what one begins with the other goes on; else the
// larger tensor decides, and of equal ones the axes that come first in the mesh.
plait.mesh @mesh = <"x"=2, "y"=2, "z"=2>

// No conflict: both bring the same.
// CHECK-LABEL: func.func @same
// CHECK: linalg.add {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: return {{.*}} : tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @same(%a: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
                %b: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %r = linalg.add ins(%a, %b : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// Two dimensions: each operand brings one.
// CHECK-LABEL: func.func @different_dimensions
// CHECK: linalg.add {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: return {{.*}} : tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
func.func @different_dimensions(%a: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
                                %b: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"y"}]>}) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %r = linalg.add ins(%a, %b : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// One axis on two dimensions of equal tensors: the first dimension has it.
// CHECK-LABEL: func.func @one_axis_two_dimensions
// CHECK: linalg.add {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: return {{.*}} : tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @one_axis_two_dimensions(%a: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
                                   %b: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %r = linalg.add ins(%a, %b : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// A common beginning, then different axes.
// CHECK-LABEL: func.func @common_beginning
// CHECK: linalg.add {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{"x", "y"}, {}]>>
// CHECK: return {{.*}} : tensor<8x4xf32, #plait.sharding<@mesh, [{"x", "y"}, {}]>>
func.func @common_beginning(%a: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"x", "z"}, {}]>},
                            %b: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"x", "y"}, {}]>}) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %r = linalg.add ins(%a, %b : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// One operand is split along both dimensions, the other wants one of its axes elsewhere.
// CHECK-LABEL: func.func @split_more
// CHECK: linalg.add {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{"y"}, {"x"}]>>
// CHECK: return {{.*}} : tensor<8x4xf32, #plait.sharding<@mesh, [{"y"}, {"x"}]>>
func.func @split_more(%a: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"y"}, {"x"}]>},
                      %b: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"y"}]>}) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %r = linalg.add ins(%a, %b : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// An operand and the result are annotated: of equals the axis that comes first in the mesh passes to the other operand.
// CHECK-LABEL: func.func @result_decides
// CHECK-SAME: %arg1: tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: linalg.add {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: plait.reshard {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{"y"}, {}]>>
// CHECK: return {{.*}} : tensor<8x4xf32, #plait.sharding<@mesh, [{"y"}, {}]>>
func.func @result_decides(%a: tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8x4xf32>)
    -> (tensor<8x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"y"}, {}]>}) {
  %e = tensor.empty() : tensor<8x4xf32>
  %r = linalg.add ins(%a, %b : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
