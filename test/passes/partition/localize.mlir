// RUN: plait-opt %s --plait-partition-localize | FileCheck %s
// Tests local shapes of reshapes, slices, pads, constants and control flow, and
// what arguments and results keep.
#x = #plait.sharding<@mesh, [{"x"}, {}]>
#x3 = #plait.sharding<@mesh, [{"x"}, {}, {}]>
#x0 = #plait.sharding<@mesh, [{"x"}]>
#s = #plait.sharding<@mesh, []>
plait.mesh @mesh = <"x"=4>

// CHECK-LABEL: func @signature
// CHECK-SAME: %{{.*}}: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}
// CHECK-SAME: -> (tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
func.func @signature(%0: tensor<8x6xf32, #x> {plait.name = "w"}) -> tensor<8x6xf32, #x> {
  return %0 : tensor<8x6xf32, #x>
}

// CHECK-LABEL: func @reshapes
func.func @reshapes(%0: tensor<8x6xf32, #x>) -> tensor<8x6xf32, #x> {
  // CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [2, 2, 3] : tensor<2x6xf32> into tensor<2x2x3xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [8, 2, 3] : tensor<8x6xf32, #x> into tensor<8x2x3xf32, #x3>
  // CHECK: tensor.collapse_shape %{{.*}} : tensor<2x2x3xf32> into tensor<2x6xf32>
  %2 = tensor.collapse_shape %1 [[0], [1, 2]] : tensor<8x2x3xf32, #x3> into tensor<8x6xf32, #x>
  return %2 : tensor<8x6xf32, #x>
}

// CHECK-LABEL: func @slices
func.func @slices(%0: tensor<8x6xf32, #x>) -> (tensor<8x3xf32, #x>, tensor<8x9xf32, #x>, tensor<8x12xf32, #x>) {
  %zero = arith.constant 0.0 : f32
  // CHECK: tensor.extract_slice %{{.*}}[0, 2] [2, 3] [1, 1] : tensor<2x6xf32> to tensor<2x3xf32>
  %1 = tensor.extract_slice %0[0, 2] [8, 3] [1, 1] : tensor<8x6xf32, #x> to tensor<8x3xf32, #x>
  // CHECK: tensor.pad %{{.*}} low[0, 1] high[0, 2]
  // CHECK: : tensor<2x6xf32> to tensor<2x9xf32>
  %2 = tensor.pad %0 low[0, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<8x6xf32, #x> to tensor<8x9xf32, #x>
  // CHECK: tensor.concat dim(1) %{{.*}} : (tensor<2x6xf32>, tensor<2x6xf32>) -> tensor<2x12xf32>
  %3 = tensor.concat dim(1) %0, %0 : (tensor<8x6xf32, #x>, tensor<8x6xf32, #x>) -> tensor<8x12xf32, #x>
  return %1, %2, %3 : tensor<8x3xf32, #x>, tensor<8x9xf32, #x>, tensor<8x12xf32, #x>
}

// A constant whose elements differ is whole everywhere; each device cuts.
// CHECK-LABEL: func @constants
func.func @constants() -> (tensor<4xi32, #x0>, tensor<8xf32, #x0>, tensor<6xi32, #x0>) {
  // CHECK: arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  // CHECK: coll.axis_index over @mesh["x"]
  // CHECK: tensor.extract_slice %{{.*}} [1] [1] : tensor<4xi32> to tensor<1xi32>
  %0 = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32, #x0>
  // CHECK: arith.constant dense<1.000000e+00> : tensor<2xf32>
  %1 = arith.constant dense<1.0> : tensor<8xf32, #x0>
  // CHECK: arith.constant dense<[1, 2, 3, 4, 5, 6, 0, 0]> : tensor<8xi32>
  %2 = arith.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32, #x0>
  return %0, %1, %2 : tensor<4xi32, #x0>, tensor<8xf32, #x0>, tensor<6xi32, #x0>
}

// CHECK-LABEL: func @counts_from_the_shard
func.func @counts_from_the_shard() -> tensor<8xi64, #x0> {
  %e = tensor.empty() : tensor<8xi64, #x0>
  // CHECK: %[[I:.*]] = coll.axis_index over @mesh["x"]
  // CHECK: %[[O:.*]] = arith.muli %[[I]]
  // CHECK: %[[L:.*]] = linalg.index 0
  // CHECK: %[[G:.*]] = arith.addi %[[L]], %[[O]]
  // CHECK: arith.index_cast %[[G]] : index to i64
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<8xi64, #x0>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %v = arith.index_cast %i : index to i64
    linalg.yield %v : i64
  } -> tensor<8xi64, #x0>
  return %0 : tensor<8xi64, #x0>
}

// CHECK-LABEL: func @loop
func.func @loop(%0: tensor<8x6xf32, #x>) -> tensor<8x6xf32, #x> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (tensor<2x6xf32>)
  // CHECK: arith.addf %{{.*}} : tensor<2x6xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %0) -> tensor<8x6xf32, #x> {
    %2 = arith.addf %acc, %0 : tensor<8x6xf32, #x>
    scf.yield %2 : tensor<8x6xf32, #x>
  }
  return %r : tensor<8x6xf32, #x>
}

// CHECK-LABEL: func @while_loop
func.func @while_loop(%0: tensor<8x6xf32, #x>, %n: tensor<i1, #s>) -> tensor<8x6xf32, #x> {
  // CHECK: scf.while (%{{.*}} = %{{.*}}) : (tensor<2x6xf32>) -> tensor<2x6xf32>
  %r = scf.while (%a = %0) : (tensor<8x6xf32, #x>) -> tensor<8x6xf32, #x> {
    %c = tensor.extract %n[] : tensor<i1, #s>
    scf.condition(%c) %a : tensor<8x6xf32, #x>
  } do {
  ^bb0(%b: tensor<8x6xf32, #x>):
    %2 = arith.addf %b, %b : tensor<8x6xf32, #x>
    scf.yield %2 : tensor<8x6xf32, #x>
  }
  return %r : tensor<8x6xf32, #x>
}
