// RUN: plait-opt %s | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s
// Tests that placements and gathers read what they print, pretty and generic, and that names of modes are canonical.

plait.mesh @mesh = <"data"=4, "model"=2>

// CHECK: plait.placement @zero3 on @mesh {
// CHECK-NEXT: parameters = sharded_with_gather over ["data"],
// CHECK-NEXT: optimizer = sharded over ["data"],
// CHECK-NEXT: gradients = sharded over ["data"],
// CHECK-NEXT: activations = sharded over ["data"] materialized
// CHECK-NEXT: } roles {"data" = batch}
plait.placement @zero3 on @mesh {
  parameters = sharded_with_gather over ["data"],
  optimizer = sharded over ["data"],
  gradients = sharded over ["data"],
  activations = sharded over ["data"] materialized
} roles {"data" = batch}

// A gather over all axes needs no list; a state that is not named is replicated.
// CHECK: plait.placement @held on @mesh {
// CHECK-NEXT: parameters = sharded_with_gather over ["model", "data"] gather ["data"] held cached ["data"],
// CHECK-NEXT: optimizer = sharded over ["data"] offloaded,
// CHECK-NEXT: gradients = replicated recomputed,
// CHECK-NEXT: activations = replicated
// CHECK-NEXT: } roles {"data" = batch, "model" = features_sequence} resolved
plait.placement @held on @mesh {
  gradients = recomputed,
  optimizer = sharded over ["data"] offloaded,
  parameters = sharded_with_gather over ["model", "data"] gather ["data"] cached ["data"] held
} roles {"data" = batch, "model" = features_sequence} resolved

// CHECK: plait.placement @empty on @mesh {
// CHECK-NEXT: parameters = replicated,

plait.placement @empty on @mesh {}

// CHECK-LABEL: func @gather
func.func @gather(%w: tensor<8x6xf32>, %s: tensor<8x6xf32, #plait.sharding<@mesh, [{"model", "data"}, {}]>>) {
  // CHECK: plait.gather %{{.*}} over @mesh["data"] window "fwd" : tensor<8x6xf32> -> tensor<8x6xf32>
  %0 = plait.gather %w over @mesh["data"] window "fwd" : tensor<8x6xf32> -> tensor<8x6xf32>
  // CHECK: plait.gather %{{.*}} over @mesh["data"] window "bwd" : tensor<8x6xf32, #plait.sharding<@mesh, [{"model", "data"}, {}]>> -> tensor<8x6xf32, #plait.sharding<@mesh, [{"model"}, {}]>>
  %1 = plait.gather %s over @mesh["data"] window "bwd" : tensor<8x6xf32, #plait.sharding<@mesh, [{"model", "data"}, {}]>> -> tensor<8x6xf32, #plait.sharding<@mesh, [{"model"}, {}]>>
  return
}

// CHECK-LABEL: func @gradient
// CHECK-SAME: plait.gradient = {location = "train.py:12", sharding = #plait.sharding<@mesh, [{"data"}, {}]>}
func.func @gradient(%w: tensor<8x6xf32> {plait.gradient = {location = "train.py:12", sharding = #plait.sharding<@mesh, [{"data"}, {}]>}}) {
  return
}
