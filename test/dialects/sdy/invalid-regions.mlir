// RUN: plait-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect
// Tests manual and named computations.

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c1(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{'in_shardings' must have one sharding per value, of which there are 1, got: 0}}
  sdy.manual_computation(%d) in_shardings=[] out_shardings=[] manual_axes={} (%x: tensor<8x8xf32>) { sdy.return } : (tensor<8x8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_sharding(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op 'out_shardings' #0: an axis must be one of the mesh ("x"=4, "y"=2), got: "z"}}
  sdy.manual_computation(%d) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[<@mesh, [{"z"}, {}]>] manual_axes={} (%x: tensor<8x8xf32>) { sdy.return %x : tensor<8x8xf32> } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
sdy.mesh @other = <["x"=8]>
func.func @manual_computation_c2_two_meshes(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{all shardings must be on one mesh, got: #sdy.mesh<["x"=4, "y"=2]> and #sdy.mesh<["x"=8]>}}
  sdy.manual_computation(%d) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[<@other, [{}, {}]>] manual_axes={} (%x: tensor<8x8xf32>) { sdy.return %x : tensor<8x8xf32> } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c2(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{manual axes must be axes of the mesh of the shardings, got: "z"}}
  sdy.manual_computation(%d) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[] manual_axes={"z"} (%x: tensor<8x8xf32>) { sdy.return } : (tensor<8x8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c2_twice(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{manual axes must be named once, got: "x" twice}}
  sdy.manual_computation(%d) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[] manual_axes={"x", "x"} (%x: tensor<8x8xf32>) { sdy.return } : (tensor<8x8xf32>) -> ()
  return
}

// -----

func.func @manual_computation_c2_no_values() {
  // expected-error@+1 {{manual axes must be axes of the mesh of the shardings, got: "x"}}
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"x"} () { sdy.return } : () -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c3(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{manual axes must stand before free ones, got: "x" after a free axis}}
  sdy.manual_computation(%d) in_shardings=[<@mesh, [{"y", "x"}, {}]>] out_shardings=[] manual_axes={"x"} (%x: tensor<2x8xf32>) { sdy.return } : (tensor<8x8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c3_part(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{a manual axis must be used whole, got: "x":(1)2}}
  sdy.manual_computation(%d) in_shardings=[<@mesh, [{"x":(1)2}, {}]>] out_shardings=[] manual_axes={"x"} (%x: tensor<4x8xf32>) { sdy.return } : (tensor<8x8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c4(%d: tensor<8x6xf32>) {
  // expected-error@+1 {{manual axes must divide dimension 1 of 'tensor<8x6xf32>', got: 4 parts}}
  sdy.manual_computation(%d) in_shardings=[<@mesh, [{}, {"x"}]>] out_shardings=[] manual_axes={"x"} (%x: tensor<8x2xf32>) { sdy.return } : (tensor<8x6xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c5_argument(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{the region's argument #0 must be of type 'tensor<2x8xf32>', got: 'tensor<8x8xf32>'}}
  sdy.manual_computation(%d) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[] manual_axes={"x"} (%x: tensor<8x8xf32>) { sdy.return } : (tensor<8x8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c5_result(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{the region's result #0 must be of type 'tensor<8x8xf32>', got: 'tensor<2x8xf32>'}}
  sdy.manual_computation(%d) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x"} (%x: tensor<2x8xf32>) { sdy.return %x : tensor<2x8xf32> } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c5_count(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{the region must have 1 results, got: 0}}
  sdy.manual_computation(%d) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x"} (%x: tensor<2x8xf32>) { sdy.return } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c6(%d: tensor<8x8xf32>) {
  // expected-note@+1 {{the enclosing region}}
  sdy.manual_computation(%d) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[] manual_axes={"x"} (%x: tensor<2x8xf32>) {
    // expected-error@+1 {{manual axes must not be manual in an enclosing region, got: "x"}}
    sdy.manual_computation(%x) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[] manual_axes={"x"} (%y: tensor<2x8xf32>) { sdy.return } : (tensor<2x8xf32>) -> ()
    sdy.return
  } : (tensor<8x8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @manual_computation_c7(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{the region must end in sdy.return, got: test.end}}
  sdy.manual_computation(%d) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[] manual_axes={"x"} (%x: tensor<2x8xf32>) { "test.end"() : () -> () } : (tensor<8x8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @sharding_c8(%d: tensor<8x8xf32>) {
  sdy.manual_computation(%d) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[] manual_axes={"x"} (%x: tensor<2x8xf32>) {
    // expected-error@+1 {{inside a manual computation a sharding must not use its manual axes, got: "x"}}
    %0 = sdy.sharding_constraint %x <@mesh, [{"y"}, {"x"}]> : tensor<2x8xf32>
    sdy.return
  } : (tensor<8x8xf32>) -> ()
  return
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @named_computation_c1(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{'out_shardings' must have one sharding per value, of which there are 0, got: 1}}
  sdy.named_computation<"foo">(%d) out_shardings=[<@mesh, [{}, {}]>] (%x: tensor<8x8xf32>) { sdy.return } : (tensor<8x8xf32>) -> ()
  return
}

// -----

func.func @named_computation_c2(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{the region's argument #0 must be of type 'tensor<8x8xf32>', got: 'tensor<2x8xf32>'}}
  sdy.named_computation<"foo">(%d) (%x: tensor<2x8xf32>) { sdy.return } : (tensor<8x8xf32>) -> ()
  return
}

// -----

func.func @named_computation_c2_count(%d: tensor<8x8xf32>) {
  // expected-error@+1 {{the region must have 0 arguments, got: 1}}
  sdy.named_computation<"foo">() (%x: tensor<2x8xf32>) { sdy.return } : () -> ()
  return
}
