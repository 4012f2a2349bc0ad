// RUN: plait-opt %s --plait-codegen-cpu-tie-results -split-input-file -verify-diagnostics
// Tests what main must be.
// expected-error @+1 {{result 0 must replace one argument, got: 1 and 0}}
func.func @twice(%x: tensor<4xf32> {plait.alias = 0 : i64}, %y: tensor<4xf32> {plait.alias = 0 : i64}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
// -----
// expected-error @+1 {{result 0 must have the type of the argument it replaces, 'tensor<2xf32>', got: 'tensor<4xf32>'}}
func.func @other_type(%x: tensor<4xf32>, %y: tensor<2xf32> {plait.alias = 0 : i64}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
// -----
// expected-error @+1 {{must work on static tensors without encoding, got: 'tensor<?xf32>'}}
func.func @dynamic(%x: tensor<?xf32>) {
  return
}
// -----
func.func @main() {
  return
}
// expected-error @+1 {{must be the only function of the module, got also: main}}
func.func @other() {
  return
}
