// RUN: plait-compile %s --show=w | FileCheck %s --match-full-lines --strict-whitespace
// RUN: plait-compile %s --show=w --show=%%0 -o %t.svg && FileCheck %s --check-prefix=SVG < %t.svg
// RUN: plait-compile %s --show=w -o %t.html && FileCheck %s --check-prefix=HTML < %t.html
// RUN: plait-compile %s --show=* | FileCheck %s --check-prefix=ALL
// RUN: not plait-compile %s --show=v 2>&1 | FileCheck %s --check-prefix=NONE
// Tests pictures: for a terminal, as SVG and HTML; several values; a name that is none.
sdy.mesh @mesh = <["data"=2, "model"=2]>
func.func public @main(%w: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>} loc("w")) -> (tensor<16x8xf32> {jax.result_info = "result"}) {
  %0 = stablehlo.tanh %w : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
//      CHECK:argument 'w': 16 x 8 float32, [{model},{}]
// CHECK-NEXT:  on data=2 x model=2, 4 devices
// CHECK-NEXT:  each device holds 8 x 8 of 16 x 8
// CHECK-NEXT:  2 copies of each block, over data
// CHECK-NEXT:  in each block the devices that hold it; rows are dimension 0 (16), columns dimension 1 (8)
//CHECK-EMPTY:
// CHECK-NEXT:           0..7
// CHECK-NEXT:          ┌───────┐
// CHECK-NEXT:  model 0 │  0 2  │
// CHECK-NEXT:  0..7    │       │
// CHECK-NEXT:          ├───────┤
// CHECK-NEXT:  model 1 │  1 3  │
// CHECK-NEXT:  8..15   │       │
// CHECK-NEXT:          └───────┘
//  CHECK-NOT:{{.}}

// SVG: <svg xmlns="http://www.w3.org/2000/svg"
// SVG: argument 'w'</text>
// HTML: <!DOCTYPE html>
// HTML: <svg
// ALL: argument 'w': 16 x 8
// ALL: result 'result': 16 x 8
// NONE: error: a value must be an argument's or result's name
