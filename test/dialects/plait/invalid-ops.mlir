// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests the constraints of the ops; functions are named after them.

func.func @constraint_c1(%x: tensor<8xf32>) {
  // expected-error@+1 {{mesh @mesh is not defined}}
  %0 = plait.constraint %x <@mesh, [{"x"}]> : tensor<8xf32>
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @reshard_c1(%x: tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>) {
  // expected-error@+1 {{operand and result must differ in their sharding only, got: }}
  %0 = plait.reshard %x : tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>> -> tensor<4xf32, #plait.sharding<@mesh, [{}]>>
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @reshard_c2_none(%x: tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>) {
  // expected-error@+1 {{operand and result must have a sharding, got: }}
  %0 = plait.reshard %x : tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>> -> tensor<8xf32>
  return
}

// -----

plait.mesh @a = <"x"=4>
plait.mesh @b = <"x"=4>
func.func @reshard_c2_meshes(%x: tensor<8xf32, #plait.sharding<@a, [{"x"}]>>) {
  // expected-error@+1 {{both shardings must be on one mesh, got: @a and @b}}
  %0 = plait.reshard %x : tensor<8xf32, #plait.sharding<@a, [{"x"}]>> -> tensor<8xf32, #plait.sharding<@b, [{}]>>
  return
}

// -----

func.func @barrier_c1(%x: tensor<8xf32>) {
  // expected-error@+1 {{'allow' must be "none", "forward", "backward" or "both", got: "sideways"}}
  %0 = plait.barrier %x allow "sideways" : tensor<8xf32>
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @manual_c1(%x: tensor<8xf32>) {
  // expected-error@+1 {{must have one sharding per operand (1), got: 0}}
  %0 = plait.manual(%x) in [] out [<@mesh, [{"x"}]>] over @mesh["x"] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%l: tensor<2xf32>):
    plait.yield %l : tensor<2xf32>
  }
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @manual_c2_argument(%x: tensor<8xf32>) {
  // expected-error@+1 {{inside the region operand of type 'tensor<8xf32>' must be 'tensor<2xf32>', got: 'tensor<8xf32>'}}
  %0 = plait.manual(%x) in [<@mesh, [{"x"}]>] out [<@mesh, [{}]>] over @mesh["x"] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%l: tensor<8xf32>):
    plait.yield %l : tensor<8xf32>
  }
  return
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @manual_c2_count(%x: tensor<8xf32>) {
  // expected-error@+1 {{the region must have one value per result (1), got: 0}}
  %0 = plait.manual(%x) in [<@mesh, [{"x"}]>] out [<@mesh, [{"x"}]>] over @mesh["x"] : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%l: tensor<2xf32>):
    plait.yield
  }
  return
}

// -----

func.func @kernel_negative() {
  // expected-error@+1 {{flops, bytes and predicted_ns must not be negative, got: -1, 0, 0}}
  plait.kernel "bad" flops -1 bytes 0 predicted_ns 0 {
    plait.yield
  }
  return
}

// -----

func.func @kernel_yields(%x: tensor<8xf32>) {
  // expected-error@+1 {{must yield its results' types, got: }}
  %0 = plait.kernel "bad" flops 1 bytes 1 predicted_ns 1 -> (tensor<4xf32>) {
    plait.yield %x : tensor<8xf32>
  }
  return
}
