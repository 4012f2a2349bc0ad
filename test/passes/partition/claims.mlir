// RUN: plait-opt %s --plait-partition | FileCheck %s
// RUN: plait-opt %s --plait-partition --plait-verify-spmd --plait-fuse | FileCheck %s --check-prefix=FUSED
// Tests that exchanges say which rows of which source each device then has, up to the fuse stage.

// FUSED-NOT: coll.relocated

plait.mesh @mesh = <"x"=4>
!x = tensor<16xf32, #plait.sharding<@mesh, [{"x"}]>>
!most = tensor<15xf32, #plait.sharding<@mesh, [{"x"}]>>
!last = tensor<1xf32, #plait.sharding<@mesh, [{}]>>

// CHECK-LABEL: func.func @roll(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<4xf32>
// CHECK: %[[Y:.*]] = tensor.concat
// CHECK: %[[R:.*]] = coll.relocated %[[Y]] from %[[X]] along 0 over @mesh["x"] as <shards = 4, extent = 16, hop = 4, width = 4, sources = [16], pieces = [0 to 1 of 0 at 15 step 1, 1 to 16 of 0 at 0 step 1]>
// CHECK: return %[[R]]
func.func @roll(%x: !x) -> !x {
  %0 = tensor.extract_slice %x[15] [1] [1] : !x to !last
  %1 = tensor.extract_slice %x[0] [15] [1] : !x to !most
  %2 = tensor.concat dim(0) %0, %1 : (!last, !most) -> !x
  return %2 : !x
}
