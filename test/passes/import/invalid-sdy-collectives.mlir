// RUN: plait-opt %s --plait-import -split-input-file -verify-diagnostics
// Tests that what is whole on every device is not added up.
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> tensor<8xf32> {
  // expected-error @below {{must reduce over axes along which its operand is unreduced, got: "x" of #sdy.sharding<@mesh, [{}]>}}
  %0 = sdy.all_reduce {"x"} %x out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"y"}>}) -> tensor<8xf32> {
  // expected-error @below {{must reduce over axes along which its operand is unreduced, got: "x" of}}
  %0 = sdy.reduce_scatter [{"x"}] %x out_sharding=<@mesh, [{"x"}], unreduced={"y"}> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
