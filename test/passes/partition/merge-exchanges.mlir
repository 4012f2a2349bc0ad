// RUN: plait-opt %s --plait-partition-merge-exchanges | FileCheck %s
// Tests that equal permutes of one value become one, also from around a loop, that others stay, and that sites are numbered anew.
plait.mesh @mesh = <"x"=4>

// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<4x8xf32>, %n: index) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK: %[[A:.*]] = coll.permute %arg0 {{.*}} sources [-1, 0, 1, 2] {{.*}} site <0 exchange
  // CHECK: %[[B:.*]] = coll.permute %arg0 {{.*}} sources [1, 2, 3, -1] {{.*}} site <1 exchange
  // CHECK: %[[C:.*]] = coll.permute %[[A]] {{.*}} sources [-1, 0, 1, 2] {{.*}} site <2 exchange
  %a = coll.permute %x from @mesh["x"] to @mesh["x"] sources [-1, 0, 1, 2] over @mesh["x"] site <0 exchange "halo"> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %b = coll.permute %x from @mesh["x"] to @mesh["x"] sources [1, 2, 3, -1] over @mesh["x"] site <1 exchange "halo"> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %again = coll.permute %x from @mesh["x"] to @mesh["x"] sources [-1, 0, 1, 2] over @mesh["x"] site <2 exchange "halo"> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // What came is one value now, and so is what is sent of it.
  %c = coll.permute %a from @mesh["x"] to @mesh["x"] sources [-1, 0, 1, 2] over @mesh["x"] site <3 exchange "halo"> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %d = coll.permute %again from @mesh["x"] to @mesh["x"] sources [-1, 0, 1, 2] over @mesh["x"] site <4 exchange "halo"> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  // CHECK: scf.for {{.*}} iter_args(%[[Y:.*]] = %[[A]])
  // CHECK-NEXT: %[[E:.*]] = coll.permute %[[Y]] {{.*}} site <3 exchange
  // CHECK-NEXT: scf.yield %[[E]]
  %r = scf.for %i = %zero to %n step %one iter_args(%y = %a) -> tensor<4x8xf32> {
    %inside = coll.permute %x from @mesh["x"] to @mesh["x"] sources [1, 2, 3, -1] over @mesh["x"] site <5 exchange "halo"> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %e = coll.permute %y from @mesh["x"] to @mesh["x"] sources [-1, 0, 1, 2] over @mesh["x"] site <6 exchange "halo"> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %unused = tensor.concat dim(0) %inside, %e : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    scf.yield %e : tensor<4x8xf32>
  }
  // What a loop sends is not there behind it.
  // CHECK: %[[F:.*]] = coll.permute %[[B]] {{.*}} site <4 exchange
  %f = coll.permute %b from @mesh["x"] to @mesh["x"] sources [-1, 0, 1, 2] over @mesh["x"] site <7 exchange "halo"> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: return %{{.*}}, %[[C]], %[[C]], %[[F]]
  return %r, %c, %d, %f : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}
