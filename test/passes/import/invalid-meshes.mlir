// RUN: plait-opt %s --plait-import-convert -split-input-file -verify-diagnostics
// Tests what cannot be said by axes of the first of several meshes.

sdy.mesh @mesh = <["x"=4]>
sdy.mesh @other = <["z"=4], device_ids=[0, 2, 1, 3]>
func.func @a_region(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{'sdy.manual_computation' op must be over the first mesh of the program, got: @other}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@other, [{"z"}]>] out_shardings=[<@other, [{"z"}]>] manual_axes={"z"} (%l: tensor<2xf32>) {
    sdy.return %l : tensor<2xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// expected-error@+1 {{a part of an axis must be axes of the first mesh of the program, got: }}
module {
  sdy.mesh @mesh = <["x"=2, "y"=3]>
  sdy.mesh @other = <["z"=6]>
  func.func @a_part_of_an_axis(%x: tensor<12xf32>) -> tensor<12xf32> {
    %0 = sdy.sharding_constraint %x <@other, [{"z":(1)3}]> : tensor<12xf32>
    return %0 : tensor<12xf32>
  }
}
