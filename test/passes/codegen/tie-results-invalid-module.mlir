// RUN: plait-opt %s --plait-codegen-cpu-tie-results -split-input-file -verify-diagnostics
// Tests that a module holds one public function of one block.

// expected-error@+1 {{must hold one public function of one block}}
module {
}

// -----

// expected-error@+1 {{must hold one public function of one block}}
module {
  func.func private @main() {
    return
  }
}

// -----

// expected-error@+1 {{must hold one public function of one block}}
module {
  func.func private @main()
}

// -----

// expected-error@+1 {{must hold one public function of one block}}
module {
  func.func @main() {
    cf.br ^next
  ^next:
    return
  }
}
