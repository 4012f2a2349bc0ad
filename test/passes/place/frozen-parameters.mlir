// RUN: plait-opt %s --plait-place-resolve-strategy="placement=fcdp@node,local" --plait-place-gather-parameters --plait-place-lay-out-states | FileCheck %s
// RUN: plait-opt %s --plait-place-resolve-strategy="placement=zero3@node,local" --plait-place-gather-parameters --plait-place-lay-out-states | FileCheck %s --check-prefix=ZERO
// Tests that a parameter which no result replaces has its copy in each node where gathers are cached: it is split inside nodes and never gathered between them.

// CHECK: %arg0: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"local"}, {}]>
// CHECK-SAME: %arg1: tensor<8x8xf32> {plait.alias = 0 : i64, plait.sharding = #plait.sharding<@mesh, [{"local", "node"}, {}]>
// CHECK-NOT: plait.gather %arg0 over @mesh["node"]
// CHECK: plait.gather %arg0 over @mesh["local"] window "fwd"
// CHECK: plait.gather %arg1 over @mesh["node"] window "cache"
// ZERO: %arg0: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"node", "local"}, {}]>
// ZERO: plait.gather %arg0 over @mesh["node", "local"] window "fwd"
plait.mesh @mesh = <"node"=2, "local"=4>
func.func @main(%frozen: tensor<8x8xf32> {plait.state = #plait.state<parameter>}, %w: tensor<8x8xf32> {plait.state = #plait.state<parameter>, plait.alias = 0 : i64},
                %x: tensor<8x8xf32> {plait.state = #plait.state<batch>}) -> (tensor<8x8xf32>, tensor<f32> {plait.name = "loss"}) {
  %zero = arith.constant 0.0 : f32
  %h = arith.mulf %x, %frozen : tensor<8x8xf32>
  %y = arith.mulf %h, %w : tensor<8x8xf32>
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%y : tensor<8x8xf32>) outs(%f : tensor<f32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %new = arith.subf %w, %h : tensor<8x8xf32>
  return %new, %loss : tensor<8x8xf32>, tensor<f32>
}
