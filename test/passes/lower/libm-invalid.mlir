// RUN: plait-opt %s --plait-lower-libm -verify-diagnostics
// Tests that a type without a function in libm is refused.
func.func @main(%x: vector<4xf32>) -> vector<4xf32> {
  // expected-error @+1 {{must work on f32 or f64 here, got: 'vector<4xf32>'}}
  %0 = math.expm1 %x : vector<4xf32>
  return %0 : vector<4xf32>
}
