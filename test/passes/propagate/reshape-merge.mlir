// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests reshapes that merge dimensions, forward and backward: axes of the major dimension pass, those of the minor one only
// where the major one is split completely; a large axis is cut into two.
plait.mesh @mesh = <"x"=2, "y"=4, "z"=8>

// CHECK-LABEL: func.func @major
// CHECK: tensor.collapse_shape {{.*}} into tensor<32xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: return {{.*}} : tensor<32xf32, #plait.sharding<@mesh, [{"x"}]>>
func.func @major(%a: tensor<4x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) -> tensor<32xf32> {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  return %0 : tensor<32xf32>
}

// CHECK-LABEL: func.func @minor
// CHECK: tensor.collapse_shape {{.*}} into tensor<32xf32, #plait.sharding<@mesh, [{}]>>
// CHECK: return {{.*}} : tensor<32xf32, #plait.sharding<@mesh, [{}]>>
func.func @minor(%a: tensor<4x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}) -> tensor<32xf32> {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  return %0 : tensor<32xf32>
}

// CHECK-LABEL: func.func @both
// CHECK: tensor.collapse_shape {{.*}} into tensor<32xf32, #plait.sharding<@mesh, [{"y", "x"}]>>
// CHECK: return {{.*}} : tensor<32xf32, #plait.sharding<@mesh, [{"y", "x"}]>>
func.func @both(%a: tensor<4x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"y"}, {"x"}]>}) -> tensor<32xf32> {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  return %0 : tensor<32xf32>
}

// The major dimension is not split completely: the minor one's axis stops.
// CHECK-LABEL: func.func @major_not_complete
// CHECK: tensor.collapse_shape {{.*}} into tensor<32xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: return {{.*}} : tensor<32xf32, #plait.sharding<@mesh, [{"x"}]>>
func.func @major_not_complete(%a: tensor<4x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<32xf32> {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  return %0 : tensor<32xf32>
}

// Backward: an axis of 8 is 4 for the major dimension and 2 for the minor one.
// CHECK-LABEL: func.func @backward_cuts_axis
// CHECK-SAME: %arg0: tensor<4x8xf32, #plait.sharding<@mesh, [{"z":(1)4}, {"z":(4)2}]>>
// CHECK: tensor.collapse_shape {{.*}} into tensor<32xf32, #plait.sharding<@mesh, [{"z"}]>>
// CHECK: return {{.*}} : tensor<32xf32, #plait.sharding<@mesh, [{"z"}]>>
func.func @backward_cuts_axis(%a: tensor<4x8xf32>) -> (tensor<32xf32> {plait.sharding = #plait.sharding<@mesh, [{"z"}]>}) {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  return %0 : tensor<32xf32>
}

// Forward into a split, and together again: the axis is whole once more.
// CHECK-LABEL: func.func @there_and_back
// CHECK: tensor.expand_shape {{.*}} into tensor<4x8xf32, #plait.sharding<@mesh, [{"z":(1)4}, {"z":(4)2}]>>
// CHECK: linalg.exp {{.*}} -> tensor<4x8xf32, #plait.sharding<@mesh, [{"z":(1)4}, {"z":(4)2}]>>
// CHECK: tensor.collapse_shape {{.*}} into tensor<32xf32, #plait.sharding<@mesh, [{"z"}]>>
// CHECK: return {{.*}} : tensor<32xf32, #plait.sharding<@mesh, [{"z"}]>>
func.func @there_and_back(%a: tensor<32xf32> {plait.sharding = #plait.sharding<@mesh, [{"z"}]>}) -> tensor<32xf32> {
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [4, 8] : tensor<32xf32> into tensor<4x8xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %1 = linalg.exp ins(%0 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  return %2 : tensor<32xf32>
}

// Three dimensions become one and two others.
// CHECK-LABEL: func.func @regrouped
// CHECK: tensor.collapse_shape {{.*}} into tensor<8x8xf32, #plait.sharding<@mesh, [{"x", "y"}, {}]>>
// CHECK: return {{.*}} : tensor<8x8xf32, #plait.sharding<@mesh, [{"x", "y"}, {}]>>
func.func @regrouped(%a: tensor<2x4x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}, {}]>}) -> tensor<8x8xf32> {
  %0 = tensor.collapse_shape %a [[0, 1], [2]] : tensor<2x4x8xf32> into tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// More devices than the major dimension has elements, and sizes that do not divide.
// CHECK-LABEL: func.func @too_many
// CHECK: tensor.collapse_shape {{.*}} into tensor<15xf32, #plait.sharding<@mesh, [{}]>>
// CHECK: return {{.*}} : tensor<15xf32, #plait.sharding<@mesh, [{}]>>
func.func @too_many(%a: tensor<3x5xf32> {plait.sharding = #plait.sharding<@mesh, [{"z"}, {}]>}) -> tensor<15xf32> {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<3x5xf32> into tensor<15xf32>
  return %0 : tensor<15xf32>
}
