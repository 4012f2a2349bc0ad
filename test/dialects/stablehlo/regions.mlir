// RUN: plait-opt %s | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s
// Regions: nested loops, names that serve two regions, captured values, bodies that do not have the short form.

// CHECK-LABEL: func.func @nested_loops(
// CHECK: stablehlo.while(%iterArg = %arg0) : tensor<i32>
// CHECK-NEXT: cond {
// CHECK-NEXT: stablehlo.compare LT, %iterArg, %arg1
// CHECK: } do {
// CHECK-NEXT: stablehlo.while(%[[INNER:iterArg.*]] = %iterArg) : tensor<i32>
// CHECK: stablehlo.compare LT, %[[INNER]], %arg1
// CHECK: stablehlo.add %[[INNER]], %iterArg
func.func @nested_loops(%n: tensor<i32>, %m: tensor<i32>) {
  %0 = stablehlo.while(%i = %n) : tensor<i32>
   cond {
    %1 = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.while(%j = %i) : tensor<i32>
     cond {
      %2 = stablehlo.compare LT, %j, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2 = stablehlo.add %j, %i : tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }
    stablehlo.return %1 : tensor<i32>
  }
  return
}

// CHECK-LABEL: func.func @loop_without_values(
// CHECK: stablehlo.while(){{$}}
func.func @loop_without_values(%p: tensor<i1>) {
  stablehlo.while()
   cond {
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return
  }
  return
}

// CHECK-LABEL: func.func @bodies_in_long_form(
func.func @bodies_in_long_form(%a: tensor<2xf32>, %s: tensor<f32>) {
  // CHECK-COUNT-3: reducer(
  // An attribute, a captured value and another op: none of them may be lost.
  %0 = stablehlo.reduce(%a init: %s) across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
   reducer(%x: tensor<f32>, %y: tensor<f32>)  {
    %1 = stablehlo.add %x, %y {a.b = 1 : i32} : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  %2 = stablehlo.reduce(%a init: %s) across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
   reducer(%x: tensor<f32>, %y: tensor<f32>)  {
    %1 = stablehlo.add %x, %s : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  %3 = stablehlo.reduce(%a init: %s) across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
   reducer(%x: tensor<f32>, %y: tensor<f32>)  {
    %1 = stablehlo.divide %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return
}
