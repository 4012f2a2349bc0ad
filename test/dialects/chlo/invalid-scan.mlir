// RUN: plait-opt %s -split-input-file -verify-diagnostics -allow-unregistered-dialect
// Tests operands, results and body of scan.

func.func @scan_c1(%a: tensor<2x3xf32>, %c: tensor<3xf32>) {
  // expected-error@+1 {{'dimension' must be in [0, 2), got: 2}}
  %0:2 = chlo.scan(%a) inits (%c) dimension=2 {
  ^bb0(%x: tensor<3xf32>, %y: tensor<3xf32>):
    "test.return"(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> ()
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @scan_c1_size(%a: tensor<2x3xf32>, %c: tensor<3xf32>) {
  // expected-error@+1 {{the scanned dimension must have one size, got: 2 and 4}}
  %0:2 = chlo.scan(%a) inits (%c) dimension=0 {
  ^bb0(%x: tensor<3xf32>, %y: tensor<3xf32>):
    "test.return"(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> ()
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @scan_c2(%a: tensor<2x3xf32>, %c: tensor<3xf32>) {
  // expected-error@+1 {{a carry must be of its init's type 'tensor<3xf32>', got: 'tensor<3xf64>'}}
  %0:2 = chlo.scan(%a) inits (%c) dimension=0 {
  ^bb0(%x: tensor<3xf32>, %y: tensor<3xf32>):
    "test.return"(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> ()
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf64>)
  return
}

// -----

func.func @scan_c3(%a: tensor<2x3xf32>, %c: tensor<3xf32>) {
  // expected-error@+1 {{the body must have 2 arguments, got: 1}}
  %0:2 = chlo.scan(%a) inits (%c) dimension=0 {
  ^bb0(%x: tensor<3xf32>):
    "test.return"(%x, %x) : (tensor<3xf32>, tensor<3xf32>) -> ()
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @scan_c3_type(%a: tensor<2x3xf32>, %c: tensor<3xf32>) {
  // expected-error@+1 {{the body's argument #0 must be of type 'tensor<3xf32>', got: 'tensor<2xf32>'}}
  %0:2 = chlo.scan(%a) inits (%c) dimension=0 {
  ^bb0(%x: tensor<2xf32>, %y: tensor<3xf32>):
    "test.return"(%y, %y) : (tensor<3xf32>, tensor<3xf32>) -> ()
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @scan_c4(%a: tensor<2x3xf32>, %c: tensor<3xf32>) {
  // expected-error@+1 {{the body must have 2 results, got: 1}}
  %0:2 = chlo.scan(%a) inits (%c) dimension=0 {
  ^bb0(%x: tensor<3xf32>, %y: tensor<3xf32>):
    "test.return"(%x) : (tensor<3xf32>) -> ()
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @scan_c4_type(%a: tensor<2x3xf32>, %c: tensor<3xf32>) {
  // expected-error@+1 {{the body's result #0 must be of type 'tensor<2xf32>', got: 'tensor<3xf32>'}}
  %0:2 = chlo.scan(%a) inits (%c) dimension=1 {
  ^bb0(%x: tensor<2xf32>, %y: tensor<3xf32>):
    "test.return"(%y, %y) : (tensor<3xf32>, tensor<3xf32>) -> ()
  } : (tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @scan_results(%a: tensor<2x3xf32>, %c: tensor<3xf32>) {
  chlo.scan(%a) inits (%c) dimension=0 {
  ^bb0(%x: tensor<3xf32>, %y: tensor<3xf32>):
    "test.return"() : () -> ()
  // expected-error@+1 {{there must be a result per init, 1, got: 0}}
  } : (tensor<2x3xf32>, tensor<3xf32>) -> ()
  return
}
