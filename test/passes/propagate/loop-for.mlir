// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests scf.for: init, argument, yielded value and result lie alike. What flows in
// differently gets a reshard before the loop, what is yielded one in it.
plait.mesh @mesh = <"x"=4>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg1: tensor<8x6xf32, #plait.sharding<@mesh, [{}, {}]>>
// CHECK: %[[INIT:.*]] = plait.reshard %arg1 : {{.*}} -> tensor<8x6xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[INIT]]) -> (tensor<8x6xf32, #plait.sharding<@mesh, [{"x"}, {}]>>)
// CHECK: linalg.add {{.*}} -> tensor<8x6xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: scf.yield {{.*}} : tensor<8x6xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @main(%x: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
                %init: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {}]>}) -> tensor<8x6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %init) -> tensor<8x6xf32> {
    %e = tensor.empty() : tensor<8x6xf32>
    %s = linalg.add ins(%a, %x : tensor<8x6xf32>, tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
    scf.yield %s : tensor<8x6xf32>
  }
  return %r : tensor<8x6xf32>
}
