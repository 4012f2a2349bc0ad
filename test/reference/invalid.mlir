// RUN: plait-opt %s --plait-test-interpret="devices=2" -split-input-file -verify-diagnostics
// Tests that what the interpreter cannot run, and what has no meaning, is an
// error at the op.

func.func @unknown_op(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{the reference interpreter does not know 'linalg.softmax' on these types}}
  %0 = linalg.softmax dimension(0) ins(%a : tensor<2xf32>) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @unknown_op_in_body(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%a : tensor<2xf32>) {
  ^bb0(%x: f32):
    // expected-error @below {{the reference interpreter does not know 'math.clampf' in a scalar body}}
    %y = math.clampf %x to [%x, %x] : f32
    linalg.yield %y : f32
  } -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @division_by_zero() -> tensor<i32> {
  %a = arith.constant dense<1> : tensor<i32>
  %b = arith.constant dense<0> : tensor<i32>
  // expected-error @below {{this op does what has no meaning: an integer division by zero or an overflowing one}}
  %0 = arith.divsi %a, %b : tensor<i32>
  return %0 : tensor<i32>
}

// -----

func.func @shift_too_far() -> tensor<i32> {
  %a = arith.constant dense<1> : tensor<i32>
  %b = arith.constant dense<32> : tensor<i32>
  // expected-error @below {{this op does what has no meaning: a shift by the width or more}}
  %0 = arith.shli %a, %b : tensor<i32>
  return %0 : tensor<i32>
}

// -----

func.func @float_too_large() -> tensor<i8> {
  %a = arith.constant dense<128.0> : tensor<f32>
  // expected-error @below {{this op does what has no meaning: a conversion of a float that the integer type cannot hold}}
  %0 = arith.fptosi %a : tensor<f32> to tensor<i8>
  return %0 : tensor<i8>
}

// -----

func.func @index_outside() -> tensor<i32> {
  %a = arith.constant dense<1> : tensor<3xi32>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %e = tensor.empty() : tensor<1xindex>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<1xindex>) {
  ^bb0(%x: index):
    %c = arith.constant 3 : index
    linalg.yield %c : index
  } -> tensor<1xindex>
  %three = tensor.extract %r[%zero] : tensor<1xindex>
  // expected-error @below {{index along dimension 0 must be in [0, 3), got: 3}}
  %v = tensor.extract %a[%three] : tensor<3xi32>
  %0 = tensor.from_elements %v : tensor<i32>
  return %0 : tensor<i32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @devices_disagree(%a: tensor<2xf32>) -> tensor<2xf32> {
  %d = coll.axis_index over @mesh["x"] : index
  %zero = arith.constant 0 : index
  %first = arith.cmpi eq, %d, %zero : index
  // expected-error @below {{devices must decide alike around a collective, got: device 1 and device 0 decide differently}}
  %0 = scf.if %first -> tensor<2xf32> {
    %1 = coll.all_reduce %a sum over @mesh["x"] site <0 user ""> : (tensor<2xf32>) -> tensor<2xf32>
    scf.yield %1 : tensor<2xf32>
  } else {
    scf.yield %a : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// -----

plait.mesh @mesh = <"x"=4>
func.func @too_few_devices(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{must run on the mesh's 4 devices, got: 2}}
  %0 = coll.all_reduce %a sum over @mesh["x"] site <0 user ""> : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @roots_differ(%a: tensor<2xf32>) -> tensor<2xf32> {
  %d = coll.axis_index over @mesh["x"] : index
  // expected-error @below {{all members of a group must name one root, got: 0 and 1}}
  %0 = coll.broadcast %a root %d over @mesh["x"] site <0 user ""> : (tensor<2xf32>, index) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

module {
  func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = func.call @again(%a) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func private @again(%a: tensor<2xf32>) -> tensor<2xf32> {
    // expected-error @below {{the reference interpreter runs no recursion, got a call of again}}
    %0 = func.call @again(%a) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
