// RUN: plait-opt %s --plait-partition-lower-reshards | FileCheck %s
// Tests that sums reach the layout they are stored in with one collective.
#r = #plait.sharding<@mesh, [{}, {}]>
#x = #plait.sharding<@mesh, [{"x"}, {}]>
#p = #plait.sharding<@mesh, [{}, {}], partial = {"x" : sum}>
plait.mesh @mesh = <"x"=4>

// A sum that is stored in parts is scattered, not reduced and cut.
// CHECK-LABEL: func @reduce_scatter
func.func @reduce_scatter(%0: tensor<8x6xf32, #p>) -> tensor<8x6xf32, #x> {
  // CHECK-NOT: coll.all_reduce
  // CHECK: coll.reduce_scatter %{{.*}} sum dim 0 over @mesh["x"] {{.*}} : (tensor<8x6xf32>) -> tensor<2x6xf32>
  %1 = plait.reshard %0 : tensor<8x6xf32, #p> -> tensor<8x6xf32, #x>
  return %1 : tensor<8x6xf32, #x>
}

// CHECK-LABEL: func @all_reduce
func.func @all_reduce(%0: tensor<8x6xf32, #p>) -> tensor<8x6xf32, #r> {
  // CHECK: coll.all_reduce %{{.*}} sum over @mesh["x"] {{.*}} : (tensor<8x6xf32>) -> tensor<8x6xf32>
  %1 = plait.reshard %0 : tensor<8x6xf32, #p> -> tensor<8x6xf32, #r>
  return %1 : tensor<8x6xf32, #r>
}
