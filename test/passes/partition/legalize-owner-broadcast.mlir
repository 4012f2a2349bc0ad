// RUN: plait-opt %s --plait-partition-legalize | FileCheck %s
// Tests that a layer of a stack that is split by layers is sent by its owner, and
// scattered as a masked sum where the result is wanted split.
#l = #plait.sharding<@mesh, [{"x"}, {}, {}]>
#r = #plait.sharding<@mesh, [{}, {}, {}]>
#c = #plait.sharding<@mesh, [{}, {}, {"x"}]>
plait.mesh @mesh = <"x"=4>

// CHECK-LABEL: func @sent
func.func @sent(%w: tensor<8x16x16xf32, #l>, %i: index) -> tensor<1x16x16xf32, #r> {
  %c0 = arith.constant 0 : index
  // CHECK: %[[OWNER:.*]] = arith.divui %[[AT:.*]], %{{.*}} : index
  // CHECK: %[[HERE:.*]] = arith.remui %[[AT]], %{{.*}} : index
  // CHECK: %[[S:.*]] = linalgx.dynamic_slice %{{.*}}[%[[HERE]], %{{.*}}, %{{.*}}] : tensor<2x16x16xf32> -> tensor<1x16x16xf32>
  // CHECK: coll.broadcast %[[S]] root %[[OWNER]] over @mesh["x"] site <0 partition "broadcast over x: the device that has the slice sends it to all">
  %r = linalgx.dynamic_slice %w[%i, %c0, %c0] : tensor<8x16x16xf32, #l> -> tensor<1x16x16xf32, #r>
  return %r : tensor<1x16x16xf32, #r>
}

// CHECK-LABEL: func @scattered
func.func @scattered(%w: tensor<8x16x16xf32, #l>, %i: index) -> tensor<1x16x16xf32, #c> {
  %c0 = arith.constant 0 : index
  // CHECK: linalgx.dynamic_slice {{.*}} : tensor<8x16x16xf32, #{{.*}}> -> tensor<1x16x16xf32, #[[P:.*]]>
  // CHECK: plait.reshard
  %r = linalgx.dynamic_slice %w[%i, %c0, %c0] : tensor<8x16x16xf32, #l> -> tensor<1x16x16xf32, #c>
  return %r : tensor<1x16x16xf32, #c>
}
