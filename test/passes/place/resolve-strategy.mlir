// RUN: plait-opt %s --plait-place-resolve-strategy="placement=zero3@data+tp@model" | FileCheck %s
// RUN: plait-opt %s --plait-place-resolve-strategy="placement=@%S/Inputs/placement.mlir" | FileCheck %s --check-prefix=FILE
// RUN: plait-opt %s --plait-place-resolve-strategy | FileCheck %s --check-prefix=KEPT
// Tests that a strategy or a file replaces the program's placement, and that without either it stays.

plait.mesh @mesh = <"data"=4, "model"=2>

// CHECK-COUNT-1: plait.placement
// CHECK: parameters = sharded_with_gather over ["model", "data"] gather ["data"],
// CHECK-NEXT: optimizer = sharded over ["model", "data"],
// CHECK-NEXT: gradients = sharded over ["model", "data"],
// CHECK-NEXT: activations = sharded over ["data"] materialized
// CHECK-NEXT: } roles {"data" = batch, "model" = features}
// CHECK-NOT: plait.placement

// The file names another mesh: axes are the program's, by name.
// FILE: plait.placement @from_file on @mesh {
// FILE-NEXT: parameters = replicated,
// FILE-NEXT: optimizer = sharded over ["data"],

// KEPT: plait.placement @own on @mesh {
// KEPT-NEXT: parameters = sharded over ["model"],
plait.placement @own on @mesh {parameters = sharded over ["model"]} roles {"model" = features}

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
