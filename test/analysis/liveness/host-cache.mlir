// RUN: plait-opt %s --plait-test-print-liveness=peak -o /dev/null | FileCheck %s
// Tests that a gather that is cached in host memory is no memory of the device: it waits through the peak, and is not part of it.
plait.mesh @mesh = <"node"=2, "local"=4>

// %whole and what is computed from it: 2 x 8192 bytes; the 2048 bytes of %cache are the host's.
// CHECK: cached: 16384 bytes, 8192 of collectives, on the host 2048
// CHECK-NEXT: 8192: tensor<2048xf32>
// CHECK-NEXT: 8192: tensor<2048xf32>
// CHECK-NOT: tensor<512xf32>
func.func @cached(%x: tensor<256xf32>) -> (tensor<2048xf32>, tensor<2048xf32>) {
  %cache = coll.all_gather %x dim 0 over @mesh["node"] site <0 cache "gather window cache of w over node"> : (tensor<256xf32>) -> tensor<512xf32>
  %whole = coll.all_gather %cache dim 0 over @mesh["local"] site <1 partition "gather window fwd of w over local"> : (tensor<512xf32>) -> tensor<2048xf32>
  %1 = math.exp %whole : tensor<2048xf32>
  %2 = arith.mulf %whole, %1 : tensor<2048xf32>
  %again = coll.all_gather %cache dim 0 over @mesh["local"] site <2 partition "gather window bwd of w over local"> : (tensor<512xf32>) -> tensor<2048xf32>
  %3 = arith.mulf %again, %again : tensor<2048xf32>
  return %2, %3 : tensor<2048xf32>, tensor<2048xf32>
}
