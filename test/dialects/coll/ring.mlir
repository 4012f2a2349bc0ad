// RUN: plait-opt %s | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s
// RUN: plait-opt %s --plait-fuse-drop-claims | FileCheck %s --check-prefix=DROP
// Tests that a ring reads what it prints, and that its steps alone stay once its claim is dropped.

plait.mesh @mesh = <"x"=2>

// CHECK-LABEL: func @products
// CHECK: coll.ring %{{.*}} dim 0 over @mesh["x"] steps {
// CHECK: coll.yield %{{.*}} : tensor<4xf32>
// CHECK: } whole {
// CHECK: ^bb0(%{{.*}}: tensor<4x3xf32>):
// CHECK: } : (tensor<2x3xf32>) -> tensor<4xf32>
// DROP-LABEL: func @products
// DROP-NOT: coll.ring
// DROP: %[[OTHER:.*]] = coll.permute
// DROP: linalg.matvec
// DROP: linalg.matvec
// DROP: %[[LAST:.*]] = tensor.insert_slice
// DROP-NEXT: return %[[LAST]]
func.func @products(%x: tensor<2x3xf32>, %v: tensor<3xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %r = coll.ring %x dim 0 over @mesh["x"] steps {
    %own = coll.axis_index over @mesh["x"] : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %other = coll.permute %x from @mesh["x"] to @mesh["x"] sources [1, 0] over @mesh["x"] site <0 partition "ring"> : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %p = arith.muli %own, %c2 : index
    %s = tensor.extract_slice %init[%p] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %a = linalg.matvec ins(%x, %v : tensor<2x3xf32>, tensor<3xf32>) outs(%s : tensor<2xf32>) -> tensor<2xf32>
    %b = tensor.insert_slice %a into %init[%p] [2] [1] : tensor<2xf32> into tensor<4xf32>
    %n = arith.subi %c1, %own : index
    %q = arith.muli %n, %c2 : index
    %t = tensor.extract_slice %b[%q] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %c = linalg.matvec ins(%other, %v : tensor<2x3xf32>, tensor<3xf32>) outs(%t : tensor<2xf32>) -> tensor<2xf32>
    %d = tensor.insert_slice %c into %b[%q] [2] [1] : tensor<2xf32> into tensor<4xf32>
    coll.yield %d : tensor<4xf32>
  } whole {
  ^bb0(%all: tensor<4x3xf32>):
    %y = linalg.matvec ins(%all, %v : tensor<4x3xf32>, tensor<3xf32>) outs(%init : tensor<4xf32>) -> tensor<4xf32>
    coll.yield %y : tensor<4xf32>
  } : (tensor<2x3xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
