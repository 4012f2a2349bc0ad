// RUN: plait-opt %s --plait-place-lay-out-states -split-input-file | FileCheck %s
// Tests which dimension storage axes split: one that all of them divide, the largest, the first of equals; else axis by axis; else none. What is
// split already keeps its axes, and the storage axes come minor to them.

plait.mesh @mesh = <"data"=8, "model"=2>
plait.placement @zero3 on @mesh {parameters = sharded over ["data"]}
// CHECK-LABEL: func.func @main(
func.func @main(
    // CHECK-SAME: plait.name = "only divisible", plait.sharding = #plait.sharding<@mesh, [{}, {"data"}]>
    %a: tensor<20x64xf32> {plait.name = "only divisible", plait.state = #plait.state<parameter>},
    // CHECK-SAME: plait.name = "largest", plait.sharding = #plait.sharding<@mesh, [{}, {"data"}]>
    %b: tensor<24x32xf32> {plait.name = "largest", plait.state = #plait.state<parameter>},
    // CHECK-SAME: plait.name = "first of equals", plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>
    %c: tensor<16x16xf32> {plait.name = "first of equals", plait.state = #plait.state<parameter>},
    // CHECK-SAME: plait.name = "none", plait.sharding = #plait.sharding<@mesh, [{}]>
    %d: tensor<10xf32> {plait.name = "none", plait.state = #plait.state<parameter>},
    // CHECK-SAME: plait.name = "scalar", plait.sharding = #plait.sharding<@mesh, []>
    %e: tensor<f32> {plait.name = "scalar", plait.state = #plait.state<parameter>},
    // A column-parallel weight of 16 x 32: each half has 16 columns, as many as rows; the first dimension is free.
    // CHECK-SAME: plait.name = "free", plait.sharding = #plait.sharding<@mesh, [{"data"}, {"model"}]>
    %f: tensor<16x32xf32> {plait.name = "free", plait.state = #plait.state<parameter>, plait.sharding = #plait.sharding<@mesh, [{?}, {"model", ?}]>},
    // CHECK-SAME: plait.name = "same", plait.sharding = #plait.sharding<@mesh, [{}, {"model", "data"}]>
    %g: tensor<4x64xf32> {plait.name = "same", plait.state = #plait.state<parameter>, plait.sharding = #plait.sharding<@mesh, [{}, {"model"}]>},
    // CHECK-SAME: plait.name = "already", plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>
    %h: tensor<8x64xf32> {plait.name = "already", plait.state = #plait.state<parameter>, plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>}) -> tensor<f32> {
  return %e : tensor<f32>
}

// -----
plait.mesh @mesh = <"node"=2, "local"=4>
plait.placement @zero3 on @mesh {parameters = sharded over ["node", "local"]}
// CHECK-LABEL: func.func @main(
func.func @main(
    // CHECK-SAME: plait.name = "both", plait.sharding = #plait.sharding<@mesh, [{"node", "local"}]>
    %a: tensor<16xf32> {plait.name = "both", plait.state = #plait.state<parameter>},
    // CHECK-SAME: plait.name = "apart", plait.sharding = #plait.sharding<@mesh, [{"node"}, {"local"}]>
    %b: tensor<6x4xf32> {plait.name = "apart", plait.state = #plait.state<parameter>},
    // CHECK-SAME: plait.name = "one", plait.sharding = #plait.sharding<@mesh, [{"node"}]>
    %c: tensor<10xf32> {plait.name = "one", plait.state = #plait.state<parameter>}) -> tensor<10xf32> {
  return %c : tensor<10xf32>
}
