// RUN: plait-opt %s --plait-partition-legalize --plait-partition-clean-reshards | FileCheck %s
// Tests that a window over split rows takes rows from the neighbours.
#x = #plait.sharding<@mesh, [{"x"}]>
#r = #plait.sharding<@mesh, [{}]>
plait.mesh @mesh = <"x"=4>

// CHECK-LABEL: func @three_taps
func.func @three_taps(%x: tensor<16xf32, #x>, %w: tensor<3xf32, #r>) -> tensor<16xf32, #x> {
  %zero = arith.constant 0.0 : f32
  // CHECK-NOT: plait.reshard
  // CHECK: %[[X:.*]] = builtin.unrealized_conversion_cast {{.*}} to tensor<4xf32>
  // CHECK: %[[FIRST:.*]] = tensor.extract_slice %[[X]][0] [1] [1]
  // CHECK: %[[R:.*]] = coll.permute %[[FIRST]] from @mesh["x"] to @mesh["x"] sources [1, 2, 3, -1] over @mesh["x"]
  // CHECK-SAME: "halo over x: elements of dimension 0 that other devices have"
  // CHECK: %[[LAST:.*]] = tensor.extract_slice %[[X]][3] [1] [1]
  // CHECK: %[[L:.*]] = coll.permute %[[LAST]] {{.*}} sources [-1, 0, 1, 2]
  // CHECK: %[[ROWS:.*]] = tensor.concat dim(0) %[[L]], %[[X]], %[[R]] : {{.*}} -> tensor<6xf32>
  // CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<4xf32>)
  // CHECK-NOT: plait.reshard
  %p = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<16xf32, #x> to tensor<18xf32, #r>
  %e = tensor.empty() : tensor<16xf32, #x>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16xf32, #x>) -> tensor<16xf32, #x>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i + j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%p, %w : tensor<18xf32, #r>, tensor<3xf32, #r>) outs(%f : tensor<16xf32, #x>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<16xf32, #x>
  return %y : tensor<16xf32, #x>
}

// Rows of the result do not begin at rows of the operand's shard: at most three
// come from one neighbour, at places that differ by device.
// CHECK-LABEL: func @not_aligned
func.func @not_aligned(%x: tensor<18xf32, #x>, %w: tensor<3xf32, #r>) -> tensor<16xf32, #x> {
  %zero = arith.constant 0.0 : f32
  // CHECK-NOT: plait.reshard
  // CHECK: coll.permute {{.*}} sources [1, -1, -1, -1] {{.*}} : (tensor<1xf32>) -> tensor<1xf32>
  // CHECK: coll.permute {{.*}} sources [-1, 0, 1, 2] {{.*}} : (tensor<3xf32>) -> tensor<3xf32>
  // CHECK-NOT: coll.permute
  %e = tensor.empty() : tensor<16xf32, #x>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16xf32, #x>) -> tensor<16xf32, #x>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i + j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%x, %w : tensor<18xf32, #x>, tensor<3xf32, #r>) outs(%f : tensor<16xf32, #x>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<16xf32, #x>
  return %y : tensor<16xf32, #x>
}
