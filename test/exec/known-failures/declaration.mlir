// RUN: plait-opt %s --plait-propagate --plait-partition | FileCheck %s
// Tests row 36: a declaration and a function that does nothing pass all stages.
// CHECK: func.func private @declared(tensor<8xf32>)
// CHECK: func.func @empty() {
// CHECK-NEXT: return
plait.mesh @mesh = <"x"=4>
func.func private @declared(tensor<8xf32>)
func.func @empty() {
  return
}
