// RUN: plait-opt %s --plait-place-tensor-parallel="axis=model" | FileCheck %s
// Tests that a parameter's new value and the moment that meets it in the update are split alike; the loss is found by its name.

plait.mesh @mesh = <"model"=2>
#param = #plait.state<parameter>
#opt = #plait.state<optimizer>
// CHECK: %arg0: tensor<16x32xf32> {plait.alias = 0 : i64, plait.name = "up", plait.sharding = #plait.sharding<@mesh, [{?}, {"model", ?}]>
// CHECK-SAME: %arg1: tensor<32x16xf32> {plait.alias = 1 : i64, plait.name = "down", plait.sharding = #plait.sharding<@mesh, [{"model", ?}, {?}]>
// CHECK-SAME: %arg2: tensor<16x32xf32> {plait.alias = 2 : i64, plait.name = "m", plait.sharding = #plait.sharding<@mesh, [{?}, {"model", ?}]>
// CHECK-SAME: -> (tensor<16x32xf32> {plait.sharding = #plait.sharding<@mesh, [{?}, {"model", ?}]>},
// CHECK-SAME: tensor<32x16xf32> {plait.sharding = #plait.sharding<@mesh, [{"model", ?}, {?}]>},
// CHECK-SAME: tensor<16x32xf32> {plait.sharding = #plait.sharding<@mesh, [{?}, {"model", ?}]>},
func.func @main(%up: tensor<16x32xf32> {plait.alias = 0 : i64, plait.name = "up", plait.state = #param},
                %down: tensor<32x16xf32> {plait.alias = 1 : i64, plait.name = "down", plait.state = #param},
                %m: tensor<16x32xf32> {plait.alias = 2 : i64, plait.name = "m", plait.state = #opt}, %x: tensor<8x16xf32>, %g: tensor<16x32xf32>)
    -> (tensor<16x32xf32>, tensor<32x16xf32>, tensor<16x32xf32>, tensor<f32> {plait.name = "out['norm']"}, tensor<f32> {plait.name = "out['loss']"}) {
  %zero = arith.constant 0.0 : f32
  %e16 = tensor.empty() : tensor<8x16xf32>
  %e32 = tensor.empty() : tensor<8x32xf32>
  %e = tensor.empty() : tensor<f32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %z16 = linalg.fill ins(%zero : f32) outs(%e16 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %z32 = linalg.fill ins(%zero : f32) outs(%e32 : tensor<8x32xf32>) -> tensor<8x32xf32>
  %h = linalg.matmul ins(%x, %up : tensor<8x16xf32>, tensor<16x32xf32>) outs(%z32 : tensor<8x32xf32>) -> tensor<8x32xf32>
  %a = math.tanh %h : tensor<8x32xf32>
  %y = linalg.matmul ins(%a, %down : tensor<8x32xf32>, tensor<32x16xf32>) outs(%z16 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %loss = linalg.reduce { arith.addf } ins(%y : tensor<8x16xf32>) outs(%z : tensor<f32>) dimensions = [0, 1]
  %norm = linalg.reduce { arith.maximumf } ins(%g : tensor<16x32xf32>) outs(%z : tensor<f32>) dimensions = [0, 1]
  %mg = arith.addf %m, %g : tensor<16x32xf32>
  %new = arith.subf %up, %mg : tensor<16x32xf32>
  return %new, %down, %mg, %norm, %loss : tensor<16x32xf32>, tensor<32x16xf32>, tensor<16x32xf32>, tensor<f32>, tensor<f32>
}
