// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests a tensor that a body reads at computed places: it is made whole before the
// op, whatever the op itself is split by.
plait.mesh @mesh = <"x"=2>
#id = affine_map<(i) -> (i)>
// CHECK-LABEL: func.func @main
// CHECK: %[[W:.*]] = plait.reshard %arg1 : {{.*}} -> tensor<6xf32, #plait.sharding<@mesh, [{}]>>
// CHECK: linalg.generic {{.*}} outs({{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>)
// CHECK: tensor.extract %[[W]]
func.func @main(%ix: tensor<8xindex> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>},
                %t: tensor<6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%ix : tensor<8xindex>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: index, %o: f32):
    %0 = tensor.extract %t[%i] : tensor<6xf32>
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}
