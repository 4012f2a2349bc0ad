// RUN: plait-opt %s --mlir-print-debuginfo | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=BODY
// Locations of ops and of a reducer's arguments survive; the op that a short reduction applies has the reduction's.

// CHECK-LABEL: func.func @main(
func.func @main(%a: tensor<2xf32> loc("x['w']"), %s: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  // CHECK: applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32> loc(#[[SUM:.*]])
  // BODY: "stablehlo.add"({{.*}} loc("sum"("f.py":3:4 to :9))
  // BODY: "stablehlo.return"({{.*}} loc("sum"("f.py":3:4 to :9))
  %0 = stablehlo.reduce(%a init: %s) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32> loc(#sum)
  // CHECK: reducer(%arg2: tensor<f32> loc("acc"), %arg3: tensor<f32> loc("element"))
  %1 = stablehlo.reduce(%a init: %s) across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
   reducer(%x: tensor<f32> loc("acc"), %y: tensor<f32> loc("element"))  {
    %2 = stablehlo.subtract %x, %y : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  return %0, %1 : tensor<f32>, tensor<f32>
}
#file = loc("f.py":3:4 to :9)
#sum = loc("sum"(#file))
// CHECK: #[[SUM]] = loc("sum"(#
