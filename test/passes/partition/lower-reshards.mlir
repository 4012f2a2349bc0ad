// RUN: plait-opt %s --plait-partition-lower-reshards | FileCheck %s
// Tests that each kind of step becomes its collective, with a reason, and that
// slices start at the device's own place.
#r = #plait.sharding<@mesh, [{}, {}]>
#x = #plait.sharding<@mesh, [{"x"}, {}]>
#x1 = #plait.sharding<@mesh, [{}, {"x"}]>
#xy = #plait.sharding<@mesh, [{"x", "y"}, {}]>
#yx = #plait.sharding<@mesh, [{"y", "x"}, {}]>
#p = #plait.sharding<@mesh, [{}, {}], partial = {"x" : sum}>
#pm = #plait.sharding<@mesh, [{}, {}], partial = {"y" : max}>
plait.mesh @mesh = <"x"=4, "y"=2>

// CHECK-LABEL: func @gather
func.func @gather(%0: tensor<8x6xf32, #x>) -> tensor<8x6xf32, #r> {
  // CHECK: %[[L:.*]] = builtin.unrealized_conversion_cast %{{.*}} to tensor<2x6xf32>
  // CHECK: coll.all_gather %[[L]] dim 0 over @mesh["x"] site <0 partition "gather over x: result 0 is stored as [{},{}]"> : (tensor<2x6xf32>) -> tensor<8x6xf32>
  %1 = plait.reshard %0 : tensor<8x6xf32, #x> -> tensor<8x6xf32, #r>
  return %1 : tensor<8x6xf32, #r>
}

// CHECK-LABEL: func @slice
func.func @slice(%0: tensor<8x6xf32, #r>) -> tensor<8x6xf32, #x> {
  // CHECK-NOT: coll.all
  // CHECK: %[[I:.*]] = coll.axis_index over @mesh["x"]
  // CHECK: %[[TWO:.*]] = arith.constant 2 : index
  // CHECK: %[[O:.*]] = arith.muli %[[I]], %[[TWO]]
  // CHECK: tensor.extract_slice %{{.*}}[%[[O]], 0] [2, 6] [1, 1]
  %1 = plait.reshard %0 : tensor<8x6xf32, #r> -> tensor<8x6xf32, #x>
  return %1 : tensor<8x6xf32, #x>
}

// CHECK-LABEL: func @exchange
func.func @exchange(%0: tensor<8x8xf32, #x>) -> tensor<8x8xf32, #x1> {
  // CHECK: coll.all_to_all %{{.*}} split 1 concat 0 over @mesh["x"] {{.*}} : (tensor<2x8xf32>) -> tensor<8x2xf32>
  %1 = plait.reshard %0 : tensor<8x8xf32, #x> -> tensor<8x8xf32, #x1>
  return %1 : tensor<8x8xf32, #x1>
}

// CHECK-LABEL: func @permute
func.func @permute(%0: tensor<8x6xf32, #xy>) -> tensor<8x6xf32, #yx> {
  // CHECK: coll.permute %{{.*}} from @mesh["x", "y"] to @mesh["y", "x"] over @mesh["x", "y"] {{.*}} : (tensor<1x6xf32>) -> tensor<1x6xf32>
  %1 = plait.reshard %0 : tensor<8x6xf32, #xy> -> tensor<8x6xf32, #yx>
  return %1 : tensor<8x6xf32, #yx>
}

// CHECK-LABEL: func @all_reduce
func.func @all_reduce(%0: tensor<8x6xf32, #pm>) -> tensor<8x6xf32, #r> {
  // CHECK: coll.all_reduce %{{.*}} max over @mesh["y"]
  %1 = plait.reshard %0 : tensor<8x6xf32, #pm> -> tensor<8x6xf32, #r>
  return %1 : tensor<8x6xf32, #r>
}

// The first member keeps the value, all others zero.
// CHECK-LABEL: func @becomes_partial
func.func @becomes_partial(%0: tensor<8x6xf32, #r>) -> tensor<8x6xf32, #p> {
  // CHECK: %[[I:.*]] = coll.axis_index over @mesh["x"]
  // CHECK: %[[F:.*]] = arith.cmpi eq, %[[I]]
  // CHECK: linalg.generic
  // CHECK: arith.select %[[F]]
  %1 = plait.reshard %0 : tensor<8x6xf32, #r> -> tensor<8x6xf32, #p>
  return %1 : tensor<8x6xf32, #p>
}
