// RUN: plait-opt %s | plait-opt | FileCheck %s --strict-whitespace
// RUN: plait-opt %s --mlir-print-op-generic | FileCheck %s --strict-whitespace --check-prefix=GENERIC
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s --strict-whitespace
// Tests manual and named computations.

sdy.mesh @mesh = <["x"=4, "y"=2]>
sdy.mesh @one = <[], device_ids=[3]>

// CHECK-LABEL: func @manual_computation
func.func @manual_computation(%d: tensor<8x8xf32>, %s: tensor<f32>) -> tensor<8x8xf32> {
  // CHECK: sdy.manual_computation(%{{.*}}, %{{.*}}) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, []>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%[[X:.*]]: tensor<2x8xf32>, %{{.*}}: tensor<f32>) {
  // CHECK-NEXT: sdy.return %[[X]] : tensor<2x8xf32>
  // CHECK-NEXT: } : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
  // GENERIC: "sdy.manual_computation"(%{{.*}}, %{{.*}}) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>, <@mesh, []>]>, manual_axes = #sdy<manual_axes{"x", "y"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>}> ({
  // GENERIC: "sdy.return"(%{{.*}}) : (tensor<2x8xf32>) -> ()
  %0 = sdy.manual_computation(%d, %s) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, []>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%x: tensor<2x8xf32>, %y: tensor<f32>) {
    sdy.return %x : tensor<2x8xf32>
  } : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Free axes split a dimension after manual ones, and may be constrained inside.
// CHECK-LABEL: func @partly_manual
func.func @partly_manual(%d: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: manual_axes={"x"} (%{{.*}}: tensor<2x8xf32>)
  %0 = sdy.manual_computation(%d) in_shardings=[<@mesh, [{"x", "y", ?}, {?}]>] out_shardings=[<@mesh, [{"x", ?}, {?}]>] manual_axes={"x"} (%x: tensor<2x8xf32>) {
    // CHECK: sdy.sharding_constraint %{{.*}} <@mesh, [{"y"}, {}]>
    %1 = sdy.sharding_constraint %x <@mesh, [{"y"}, {}]> : tensor<2x8xf32>
    // CHECK: sdy.manual_computation(%{{.*}}) {{.*}} manual_axes={"y"} (%{{.*}}: tensor<1x8xf32>)
    %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"y"}, {}]>] out_shardings=[<@mesh, [{"y"}, {}]>] manual_axes={"y"} (%y: tensor<1x8xf32>) {
      sdy.return %y : tensor<1x8xf32>
    } : (tensor<2x8xf32>) -> tensor<2x8xf32>
    sdy.return %2 : tensor<2x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func @nothing_manual
func.func @nothing_manual(%d: tensor<8x8xf32>) {
  // CHECK: sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
  // CHECK-NEXT: sdy.return
  // CHECK-NEXT: } : () -> ()
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  // CHECK: in_shardings=[<@one, []>] out_shardings=[] manual_axes={} (%{{.*}}: tensor<8x8xf32>)
  sdy.manual_computation(%d) in_shardings=[<@one, []>] out_shardings=[] manual_axes={} (%x: tensor<8x8xf32>) {
    sdy.return
  } : (tensor<8x8xf32>) -> ()
  return
}

// CHECK-LABEL: func @named_computation
func.func @named_computation(%d: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: sdy.named_computation<"foo">(%{{.*}}) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] (%{{.*}}: tensor<8x8xf32>) {
  // GENERIC: "sdy.named_computation"(%{{.*}}) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>, name = "foo", out_shardings
  %0 = sdy.named_computation<"foo">(%d) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] (%x: tensor<8x8xf32>) {
    sdy.return %x : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: sdy.named_computation<"bar">(%{{.*}}) (%{{.*}}: tensor<8x8xf32>) {
  %1 = sdy.named_computation<"bar">(%0) (%x: tensor<8x8xf32>) {
    sdy.return %x : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
