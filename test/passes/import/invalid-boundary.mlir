// RUN: plait-opt %s --plait-import-boundary -split-input-file -verify-diagnostics
// Tests errors of main itself and of donation.

// expected-error@+1 {{the program must have a function 'main' with a body, got: none}}
module {
  func.func @other() {
    return
  }
}

// -----

// expected-error@+1 {{the program must have a function 'main' with a body, got: a declaration}}
module {
  func.func private @main()
}

// -----

module {
  // expected-error@+1 {{'tf.aliasing_output' must be a result of the argument's type that no other argument aliases, got: 1}}
  func.func @main(%x: tensor<4xf32> {tf.aliasing_output = 1 : i32}) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}

// -----

module {
  // expected-error@+1 {{'tf.aliasing_output' must be a result of the argument's type that no other argument aliases, got: 0}}
  func.func @main(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<5xf32>) -> tensor<5xf32> {
    return %y : tensor<5xf32>
  }
}

// -----

module {
  // expected-error@+1 {{an argument or result of main must have an element type of NumPy, got: 'i4'}}
  func.func @main(%x: tensor<4xf32>, %y: tensor<4xi4>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}

// -----

module {
  // expected-error@+1 {{an argument or result of main must have an element type of NumPy, got: 'f8E4M3FN'}}
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf8E4M3FN> {
    %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf8E4M3FN>
    return %0 : tensor<4xf8E4M3FN>
  }
}
