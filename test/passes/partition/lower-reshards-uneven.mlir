// RUN: plait-opt %s --plait-partition-lower-reshards | FileCheck %s
// Tests that uneven shards are padded before they are cut and cut after they
// are joined: 10 over 4 is 3, 3, 3, 1.
#r = #plait.sharding<@mesh, [{}]>
#x = #plait.sharding<@mesh, [{"x"}]>
#p = #plait.sharding<@mesh, [{}], partial = {"x" : sum}>
plait.mesh @mesh = <"x"=4>

// CHECK-LABEL: func @slice
func.func @slice(%0: tensor<10xf32, #r>) -> tensor<10xf32, #x> {
  // CHECK: %[[P:.*]] = tensor.pad %{{.*}} low[0] high[2]
  // CHECK: tensor.extract_slice %[[P]][%{{.*}}] [3] [1] : tensor<12xf32> to tensor<3xf32>
  %1 = plait.reshard %0 : tensor<10xf32, #r> -> tensor<10xf32, #x>
  return %1 : tensor<10xf32, #x>
}

// CHECK-LABEL: func @gather
func.func @gather(%0: tensor<10xf32, #x>) -> tensor<10xf32, #r> {
  // CHECK: %[[G:.*]] = coll.all_gather {{.*}} : (tensor<3xf32>) -> tensor<12xf32>
  // CHECK: tensor.extract_slice %[[G]][0] [10] [1]
  %1 = plait.reshard %0 : tensor<10xf32, #x> -> tensor<10xf32, #r>
  return %1 : tensor<10xf32, #r>
}

// CHECK-LABEL: func @scatter
func.func @scatter(%0: tensor<10xf32, #p>) -> tensor<10xf32, #x> {
  // CHECK: %[[P:.*]] = tensor.pad %{{.*}} low[0] high[2]
  // CHECK: coll.reduce_scatter %[[P]] sum dim 0 {{.*}} : (tensor<12xf32>) -> tensor<3xf32>
  %1 = plait.reshard %0 : tensor<10xf32, #p> -> tensor<10xf32, #x>
  return %1 : tensor<10xf32, #x>
}
