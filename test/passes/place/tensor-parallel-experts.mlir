// RUN: plait-opt %s --plait-place-tensor-parallel="axis=expert role=experts" | FileCheck %s
// RUN: plait-opt %s --plait-place-tensor-parallel="axis=expert role=experts" --plait-propagate --plait-partition --plait-test-print-collectives -o %t | FileCheck %s --check-prefix=SENT
// RUN: plait-opt %s --plait-place-tensor-parallel="axis=expert role=experts" --plait-test-equivalence -o /dev/null | FileCheck %s --check-prefix=EQUAL
// Tests experts: their stacks and what meets them, and the examples, by their first dimension; the router is whole, tokens are exchanged twice.

// EQUAL: equivalence: 4 devices, {{.*}}, collectives: all_to_all x2 (1536 bytes)
plait.mesh @mesh = <"expert"=4>
#state = #plait.state<parameter>
#d = affine_map<(e, g, c, d, s) -> (g, s, e, c)>
#dx = affine_map<(e, g, c, d, s) -> (g, s, d)>
#dr = affine_map<(e, g, c, d, s) -> (e, g, c, d)>
#i = affine_map<(e, g, c, f, d) -> (e, g, c, d)>
#w = affine_map<(e, g, c, f, d) -> (e, d, f)>
#o = affine_map<(e, g, c, f, d) -> (e, g, c, f)>
#c = affine_map<(g, s, d, e, c) -> (g, s, e, c)>
#ce = affine_map<(g, s, d, e, c) -> (e, g, c, d)>
#co = affine_map<(g, s, d, e, c) -> (g, s, d)>
// CHECK: %arg0: tensor<8x4x16xf32> {plait.sharding = #plait.sharding<@mesh, [{"expert", ?}, {?}, {?}]>
// CHECK-SAME: %arg1: tensor<8x4x8x1xf32> {plait.sharding = #plait.sharding<@mesh, [{"expert", ?}, {?}, {?}, {?}]>
// CHECK-SAME: %arg2: tensor<16x16xf32> {plait.name = "in", plait.state
// CHECK-SAME: %arg3: tensor<8x16x32xf32> {plait.name = "wi", plait.sharding = #plait.sharding<@mesh, [{"expert", ?}, {?}, {?}]>
// CHECK-SAME: %arg4: tensor<8x32xf32> {plait.name = "bi", plait.sharding = #plait.sharding<@mesh, [{"expert", ?}, {?}]>
// CHECK-SAME: %arg5: tensor<8x32x16xf32> {plait.name = "wo", plait.sharding = #plait.sharding<@mesh, [{"expert", ?}, {?}, {?}]>
// SENT: all_to_all over expert: 2,
// SENT-NEXT: collectives: 2,
func.func @main(%x: tensor<8x4x16xf32>, %mask: tensor<8x4x8x1xf32>, %in: tensor<16x16xf32> {plait.name = "in", plait.state = #state},
                %wi: tensor<8x16x32xf32> {plait.name = "wi", plait.state = #state}, %bi: tensor<8x32xf32> {plait.name = "bi", plait.state = #state},
                %wo: tensor<8x32x16xf32> {plait.name = "wo", plait.state = #state}) -> tensor<8x4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %ex = tensor.empty() : tensor<8x4x16xf32>
  %zx = linalg.fill ins(%zero : f32) outs(%ex : tensor<8x4x16xf32>) -> tensor<8x4x16xf32>
  %ed = tensor.empty() : tensor<8x8x1x16xf32>
  %zd = linalg.fill ins(%zero : f32) outs(%ed : tensor<8x8x1x16xf32>) -> tensor<8x8x1x16xf32>
  %ef = tensor.empty() : tensor<8x8x1x32xf32>
  %zf = linalg.fill ins(%zero : f32) outs(%ef : tensor<8x8x1x32xf32>) -> tensor<8x8x1x32xf32>
  %h = linalg.generic {indexing_maps = [affine_map<(g, s, d, k) -> (g, s, k)>, affine_map<(g, s, d, k) -> (k, d)>, affine_map<(g, s, d, k) -> (g, s, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %in : tensor<8x4x16xf32>, tensor<16x16xf32>) outs(%zx : tensor<8x4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %acc, %p : f32
    linalg.yield %t : f32
  } -> tensor<8x4x16xf32>
  %disp = linalg.generic {indexing_maps = [#d, #dx, #dr], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%mask, %h : tensor<8x4x8x1xf32>, tensor<8x4x16xf32>) outs(%zd : tensor<8x8x1x16xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %acc, %p : f32
    linalg.yield %t : f32
  } -> tensor<8x8x1x16xf32>
  %u = linalg.generic {indexing_maps = [#i, #w, #o], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%disp, %wi : tensor<8x8x1x16xf32>, tensor<8x16x32xf32>) outs(%zf : tensor<8x8x1x32xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %acc, %p : f32
    linalg.yield %t : f32
  } -> tensor<8x8x1x32xf32>
  %bb = linalg.broadcast ins(%bi : tensor<8x32xf32>) outs(%ef : tensor<8x8x1x32xf32>) dimensions = [1, 2]
  %v = arith.addf %u, %bb : tensor<8x8x1x32xf32>
  %r = math.tanh %v : tensor<8x8x1x32xf32>
  %y = linalg.generic {indexing_maps = [#i, #w, #o], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%r, %wo : tensor<8x8x1x32xf32>, tensor<8x32x16xf32>) outs(%zd : tensor<8x8x1x16xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %acc, %p : f32
    linalg.yield %t : f32
  } -> tensor<8x8x1x16xf32>
  %out = linalg.generic {indexing_maps = [#c, #ce, #co], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%mask, %y : tensor<8x4x8x1xf32>, tensor<8x8x1x16xf32>) outs(%zx : tensor<8x4x16xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %acc, %p : f32
    linalg.yield %t : f32
  } -> tensor<8x4x16xf32>
  return %out : tensor<8x4x16xf32>
}
