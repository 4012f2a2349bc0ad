// RUN: plait-opt %s --plait-partition-lower-reshards -split-input-file -verify-diagnostics
// Tests that a value becomes partial only where its elements have a neutral element.

#x = #plait.sharding<@mesh, [{"x"}]>
#r = #plait.sharding<@mesh, [{}]>
plait.mesh @mesh = <"x"=4>
func.func @indices(%0: tensor<8xindex, #r>) -> tensor<8xindex, #plait.sharding<@mesh, [{}], partial = {"x" : prod}>> {
  // expected-error@+1 {{cannot be made partial: elements of 'index' have no neutral element}}
  %1 = plait.reshard %0 : tensor<8xindex, #r> -> tensor<8xindex, #plait.sharding<@mesh, [{}], partial = {"x" : prod}>>
  return %1 : tensor<8xindex, #plait.sharding<@mesh, [{}], partial = {"x" : prod}>>
}
