// RUN: plait-opt %s --plait-place-tensor-parallel="axis=seq role=ring" | FileCheck %s
// RUN: plait-opt %s --plait-place-tensor-parallel="axis=seq role=ring" --plait-propagate --plait-partition --plait-test-print-collectives -o %t | FileCheck %s --check-prefix=SENT
// RUN: plait-opt %s --plait-place-tensor-parallel="axis=seq role=ring" --plait-test-equivalence -o /dev/null | FileCheck %s --check-prefix=EQUAL
// Tests that a mask of padding, which lies along keys alone, is made whole beside keys and values.

// EQUAL: equivalence: 4 devices, {{.*}}, collectives: all_gather x1 (48 bytes), collective_permute x6 (1536 bytes){{$}}
// SENT: all_gather over seq: 1, 48 bytes
// SENT: collective_permute over seq: 6, 1536 bytes
// SENT: collectives: 7, 1584 bytes
plait.mesh @mesh = <"seq"=4>
#state = #plait.state<parameter>
// CHECK: %arg1: tensor<2x8xf32> {plait.sharding = #plait.sharding<@mesh, [{?}, {"seq", ?}]>
// CHECK: plait.constraint %arg1 <@mesh, [{?}, {"seq"}]> : tensor<2x8xf32>
// CHECK-NEXT: plait.constraint {{.*}} <@mesh, [{?}, {}]> : tensor<2x8xf32>
func.func @main(%x: tensor<2x8x16xf32> {plait.state = #plait.state<batch>}, %mask: tensor<2x8xf32> {plait.state = #plait.state<batch>}, %wq: tensor<16x16xf32> {plait.name = "q", plait.state = #state}, %bq: tensor<16xf32> {plait.name = "q_b", plait.state = #state},
                %wk: tensor<16x16xf32> {plait.name = "k", plait.state = #state}, %wv: tensor<16x16xf32> {plait.name = "v", plait.state = #state},
                %wo: tensor<16x16xf32> {plait.name = "o", plait.state = #state}) -> tensor<2x8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %eq = tensor.empty() : tensor<2x8x16xf32>
  %zq = linalg.fill ins(%zero : f32) outs(%eq : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
  %ek = tensor.empty() : tensor<2x8x16xf32>
  %zk = linalg.fill ins(%zero : f32) outs(%ek : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
  %es = tensor.empty() : tensor<2x4x1x8x8xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x4x1x8x8xf32>) -> tensor<2x4x1x8x8xf32>
  %eo = tensor.empty() : tensor<2x8x4x1x4xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x8x4x1x4xf32>) -> tensor<2x8x4x1x4xf32>
  %ey = tensor.empty() : tensor<2x8x16xf32>
  %zy = linalg.fill ins(%zero : f32) outs(%ey : tensor<2x8x16xf32>) -> tensor<2x8x16xf32>
  %er = tensor.empty() : tensor<2x4x1x8xf32>
  %zr = linalg.fill ins(%zero : f32) outs(%er : tensor<2x4x1x8xf32>) -> tensor<2x4x1x8xf32>
  %q0 = linalg.generic {indexing_maps = [affine_map<(i, j, f, c) -> (i, j, c)>, affine_map<(i, j, f, c) -> (c, f)>, affine_map<(i, j, f, c) -> (i, j, f)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %wq : tensor<2x8x16xf32>, tensor<16x16xf32>) outs(%zq : tensor<2x8x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %f = arith.mulf %a0, %a1 : f32
    %t = arith.addf %acc, %f : f32
    linalg.yield %t : f32
  } -> tensor<2x8x16xf32>
  %q1 = linalg.generic {indexing_maps = [affine_map<(i, j, f) -> (i, j, f)>, affine_map<(i, j, f) -> (f)>, affine_map<(i, j, f) -> (i, j, f)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%q0, %bq : tensor<2x8x16xf32>, tensor<16xf32>) outs(%eq : tensor<2x8x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %t = arith.addf %a0, %a1 : f32
    linalg.yield %t : f32
  } -> tensor<2x8x16xf32>
  %k0 = linalg.generic {indexing_maps = [affine_map<(i, j, f, c) -> (i, j, c)>, affine_map<(i, j, f, c) -> (c, f)>, affine_map<(i, j, f, c) -> (i, j, f)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %wk : tensor<2x8x16xf32>, tensor<16x16xf32>) outs(%zk : tensor<2x8x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %f = arith.mulf %a0, %a1 : f32
    %t = arith.addf %acc, %f : f32
    linalg.yield %t : f32
  } -> tensor<2x8x16xf32>
  %v0 = linalg.generic {indexing_maps = [affine_map<(i, j, f, c) -> (i, j, c)>, affine_map<(i, j, f, c) -> (c, f)>, affine_map<(i, j, f, c) -> (i, j, f)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %wv : tensor<2x8x16xf32>, tensor<16x16xf32>) outs(%zk : tensor<2x8x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %f = arith.mulf %a0, %a1 : f32
    %t = arith.addf %acc, %f : f32
    linalg.yield %t : f32
  } -> tensor<2x8x16xf32>
  %q2 = tensor.expand_shape %q1 [[0], [1], [2, 3, 4]] output_shape [2, 8, 4, 1, 4] : tensor<2x8x16xf32> into tensor<2x8x4x1x4xf32>
  %k = tensor.expand_shape %k0 [[0], [1], [2, 3]] output_shape [2, 8, 4, 4] : tensor<2x8x16xf32> into tensor<2x8x4x4xf32>
  %v = tensor.expand_shape %v0 [[0], [1], [2, 3]] output_shape [2, 8, 4, 4] : tensor<2x8x16xf32> into tensor<2x8x4x4xf32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(i, g, m, q, k, c) -> (i, q, g, m, c)>, affine_map<(i, g, m, q, k, c) -> (i, k, g, c)>, affine_map<(i, g, m, q, k, c) -> (i, g, m, q, k)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%q2, %k : tensor<2x8x4x1x4xf32>, tensor<2x8x4x4xf32>) outs(%zs : tensor<2x4x1x8x8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %f = arith.mulf %a0, %a1 : f32
    %t = arith.addf %acc, %f : f32
    linalg.yield %t : f32
  } -> tensor<2x4x1x8x8xf32>
  %sm = linalg.generic {indexing_maps = [affine_map<(i, g, m, q, k) -> (i, g, m, q, k)>, affine_map<(i, g, m, q, k) -> (i, k)>, affine_map<(i, g, m, q, k) -> (i, g, m, q, k)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%s0, %mask : tensor<2x4x1x8x8xf32>, tensor<2x8xf32>) outs(%es : tensor<2x4x1x8x8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %t = arith.addf %a0, %a1 : f32
    linalg.yield %t : f32
  } -> tensor<2x4x1x8x8xf32>
  %s1 = math.exp %sm : tensor<2x4x1x8x8xf32>
  %l = linalg.generic {indexing_maps = [affine_map<(i, g, m, q, k) -> (i, g, m, q, k)>, affine_map<(i, g, m, q, k) -> (i, g, m, q)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%s1 : tensor<2x4x1x8x8xf32>) outs(%zr : tensor<2x4x1x8xf32>) {
  ^bb0(%a0: f32, %acc: f32):
    %t = arith.addf %acc, %a0 : f32
    linalg.yield %t : f32
  } -> tensor<2x4x1x8xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, g, m, q, k) -> (i, g, m, q, k)>, affine_map<(i, g, m, q, k) -> (i, g, m, q)>, affine_map<(i, g, m, q, k) -> (i, g, m, q, k)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%s1, %l : tensor<2x4x1x8x8xf32>, tensor<2x4x1x8xf32>) outs(%es : tensor<2x4x1x8x8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %t = arith.divf %a0, %a1 : f32
    linalg.yield %t : f32
  } -> tensor<2x4x1x8x8xf32>
  %o0 = linalg.generic {indexing_maps = [affine_map<(i, q, g, m, c, k) -> (i, g, m, q, k)>, affine_map<(i, q, g, m, c, k) -> (i, k, g, c)>, affine_map<(i, q, g, m, c, k) -> (i, q, g, m, c)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%p, %v : tensor<2x4x1x8x8xf32>, tensor<2x8x4x4xf32>) outs(%zo : tensor<2x8x4x1x4xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %f = arith.mulf %a0, %a1 : f32
    %t = arith.addf %acc, %f : f32
    linalg.yield %t : f32
  } -> tensor<2x8x4x1x4xf32>
  %o1 = tensor.collapse_shape %o0 [[0], [1], [2, 3, 4]] : tensor<2x8x4x1x4xf32> into tensor<2x8x16xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j, f, c) -> (i, j, c)>, affine_map<(i, j, f, c) -> (c, f)>, affine_map<(i, j, f, c) -> (i, j, f)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%o1, %wo : tensor<2x8x16xf32>, tensor<16x16xf32>) outs(%zy : tensor<2x8x16xf32>) {
  ^bb0(%a0: f32, %a1: f32, %acc: f32):
    %f = arith.mulf %a0, %a1 : f32
    %t = arith.addf %acc, %f : f32
    linalg.yield %t : f32
  } -> tensor<2x8x16xf32>
  %r = arith.addf %x, %y : tensor<2x8x16xf32>
  return %r : tensor<2x8x16xf32>
}
