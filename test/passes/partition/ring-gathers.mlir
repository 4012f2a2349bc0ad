// RUN: plait-opt %s --plait-partition-ring-gathers="min-bytes=0" --plait-partition-verify --plait-verify-spmd | FileCheck %s
// RUN: plait-opt %s --plait-partition-ring-gathers="min-bytes=0" --remark-format=emitRemark --remarks-filter="plait-partition-ring.*" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: plait-opt %s --plait-partition-ring-gathers | FileCheck %s --check-prefix=OFF
// RUN: plait-opt %s --plait-partition-ring-gathers="min-bytes=193" --remark-format=emitRemark --remarks-filter="plait-partition-ring.*" -o /dev/null 2>&1 | FileCheck %s --check-prefix=SMALL
// Tests gathers that become rings, those that stay, and why.
// OFF-NOT: coll.ring
// OFF-NOT: coll.permute
// SMALL: [Missed] Ring | Category:plait-partition-ring-gathers | Reason="smaller than min-bytes", bytes=192

plait.mesh @mesh = <"x"=4>

#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>

// The gathered dimension is summed over: others are cut, shares are added.
// CHECK-LABEL: func @summed
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "w"
// CHECK: coll.ring %[[W]] dim 0 over @mesh["x"] steps {
// CHECK-DAG: %[[SELF:.*]] = coll.axis_index over @mesh["x"]
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[LAST:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[COUNT:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[ROWS:.*]] = arith.constant 2 : index
// CHECK: %[[RING:.*]]:2 = scf.for %[[T:.*]] = %[[ZERO]] to %[[LAST]] {{.*}} iter_args(%[[B:[a-z0-9]+]] = %[[W]], %[[SUM:[a-z0-9]+]] = %{{.*}})
// CHECK: %[[NEXT:.*]] = coll.permute %[[B]] from @mesh["x"] to @mesh["x"] sources [1, 2, 3, 0] over @mesh["x"] site <0 ring_bytes "why">
// CHECK: %[[AT:.*]] = arith.addi %[[SELF]], %[[T]]
// CHECK: %[[TURN:.*]] = arith.remui %[[AT]], %[[COUNT]]
// CHECK: %[[PLACE:.*]] = arith.muli %[[TURN]], %[[ROWS]]
// CHECK: %[[CUT:.*]] = tensor.extract_slice %[[A]][0, %[[PLACE]]] [2, 2] [1, 1]
// CHECK: %[[MORE:.*]] = linalg.generic {{.*}} ins(%[[CUT]], %[[B]] : {{.*}}) outs(%[[SUM]] :
// CHECK: scf.yield %[[NEXT]], %[[MORE]]
// The last block is not sent on.
// CHECK-NOT: coll.permute
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[RING]]#0 : {{.*}}) outs(%[[RING]]#1 :
// CHECK: whole
// REMARK-DAG: [Passed] Ring {{.*}} bytes=192, contractions=1
func.func @summed(%a: tensor<2x8xf32> {plait.global = tensor<8x8xf32>, plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %w: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}, %z: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "z", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) {
  %g = coll.all_gather %w dim 0 over @mesh["x"] site <0 partition "why"> : (tensor<2x6xf32>) -> tensor<8x6xf32>
  %r = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %g : tensor<2x8xf32>, tensor<8x6xf32>) outs(%z : tensor<2x6xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %m = arith.mulf %x, %y : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// The gathered dimension is one of the result: a share is a part of it, cut out of what is there and put back.
// CHECK-LABEL: func @parts
// CHECK: scf.for {{.*}} iter_args(%[[B:[a-z0-9]+]] = %{{[a-z0-9]+}}, %[[SUM:[a-z0-9]+]] = %{{.*}})
// CHECK: %[[PLACE:.*]] = arith.muli
// CHECK: %[[CUT:.*]] = tensor.extract_slice %[[SUM]][%[[PLACE]], 0] [2, 3] [1, 1]
// CHECK: %[[SHARE:.*]] = linalg.generic {{.*}} ins(%[[B]], %{{.*}}) outs(%[[CUT]] :
// CHECK: tensor.insert_slice %[[SHARE]] into %[[SUM]][%[[PLACE]], 0] [2, 3] [1, 1]
// REMARK-DAG: [Passed] Ring {{.*}} bytes=256, contractions=1
func.func @parts(%a: tensor<2x8xf32> {plait.global = tensor<8x8xf32>, plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %w: tensor<8x3xf32> {plait.global = tensor<8x12xf32>, plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<8x3xf32> {plait.global = tensor<8x12xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x3xf32>) -> tensor<8x3xf32>
  %g = coll.all_gather %a dim 0 over @mesh["x"] site <1 partition "why"> : (tensor<2x8xf32>) -> tensor<8x8xf32>
  %r = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%g, %w : tensor<8x8xf32>, tensor<8x3xf32>) outs(%z : tensor<8x3xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %m = arith.mulf %x, %y : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<8x3xf32>
  return %r : tensor<8x3xf32>
}

// All devices are to have this sum, with the same bits. Of integers any order gives these.
// CHECK-LABEL: func @copies
// CHECK: coll.all_gather
// CHECK-NOT: coll.ring
// REMARK-DAG: [Missed] Ring {{.*}} Reason="several devices have the sum, and each would add blocks in another order", bytes=192
func.func @copies(%a: tensor<8x8xf32> {plait.global = tensor<8x8xf32>, plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{}, {}]>},
    %w: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{}, {}]>}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x6xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  %g = coll.all_gather %w dim 0 over @mesh["x"] site <2 partition "why"> : (tensor<2x6xf32>) -> tensor<8x6xf32>
  %r = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %g : tensor<8x8xf32>, tensor<8x6xf32>) outs(%z : tensor<8x6xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %m = arith.mulf %x, %y : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}

// CHECK-LABEL: func @integer_copies
// CHECK: coll.ring
func.func @integer_copies(%a: tensor<8x8xi32> {plait.global = tensor<8x8xi32>, plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{}, {}]>},
    %w: tensor<2x6xi32> {plait.global = tensor<8x6xi32>, plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x6xi32> {plait.global = tensor<8x6xi32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{}, {}]>}) {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<8x6xi32>
  %z = linalg.fill ins(%zero : i32) outs(%e : tensor<8x6xi32>) -> tensor<8x6xi32>
  %g = coll.all_gather %w dim 0 over @mesh["x"] site <3 partition "why"> : (tensor<2x6xi32>) -> tensor<8x6xi32>
  %r = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %g : tensor<8x8xi32>, tensor<8x6xi32>) outs(%z : tensor<8x6xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %m = arith.muli %x, %y : i32
    %s = arith.addi %o, %m : i32
    linalg.yield %s : i32
  } -> tensor<8x6xi32>
  return %r : tensor<8x6xi32>
}

// Sums that are rounded to a narrow type would be rounded once per block.
// CHECK-LABEL: func @narrow
// CHECK-NOT: coll.ring
// REMARK-DAG: Reason="the contraction that reads it rounds sums to a narrow type, which each block would do again"
func.func @narrow(%a: tensor<2x8xbf16>, %w: tensor<2x6xbf16>, %z: tensor<2x6xbf16>) -> tensor<2x6xbf16> {
  %g = coll.all_gather %w dim 0 over @mesh["x"] site <4 partition "why"> : (tensor<2x6xbf16>) -> tensor<8x6xbf16>
  %r = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %g : tensor<2x8xbf16>, tensor<8x6xbf16>) outs(%z : tensor<2x6xbf16>) {
  ^bb0(%x: bf16, %y: bf16, %o: bf16):
    %m = arith.mulf %x, %y : bf16
    %s = arith.addf %o, %m : bf16
    linalg.yield %s : bf16
  } -> tensor<2x6xbf16>
  return %r : tensor<2x6xbf16>
}

// Something else reads it, a cut of padding.
// CHECK-LABEL: func @cut
// CHECK-NOT: coll.ring
// REMARK-DAG: Reason="what reads it is no contraction"
func.func @cut(%w: tensor<2x6xf32>) -> tensor<7x6xf32> {
  %g = coll.all_gather %w dim 0 over @mesh["x"] site <5 partition "why"> : (tensor<2x6xf32>) -> tensor<8x6xf32>
  %r = tensor.extract_slice %g[0, 0] [7, 6] [1, 1] : tensor<8x6xf32> to tensor<7x6xf32>
  return %r : tensor<7x6xf32>
}

// The second product needs the first: it cannot stand where the blocks pass.
// CHECK-LABEL: func @in_turn
// CHECK-NOT: coll.ring
// REMARK-DAG: Reason="contractions read it that need each other: each would have it sent again"
func.func @in_turn(%w: tensor<2x8xi32>, %a: tensor<8x8xi32>) -> tensor<8x8xi32> {
  %g = coll.all_gather %w dim 0 over @mesh["x"] site <6 partition "why"> : (tensor<2x8xi32>) -> tensor<8x8xi32>
  %r = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %g : tensor<8x8xi32>, tensor<8x8xi32>) outs(%a : tensor<8x8xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %m = arith.muli %x, %y : i32
    %s = arith.addi %o, %m : i32
    linalg.yield %s : i32
  } -> tensor<8x8xi32>
  %q = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%r, %g : tensor<8x8xi32>, tensor<8x8xi32>) outs(%a : tensor<8x8xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %m = arith.muli %x, %y : i32
    %s = arith.addi %o, %m : i32
    linalg.yield %s : i32
  } -> tensor<8x8xi32>
  return %q : tensor<8x8xi32>
}
