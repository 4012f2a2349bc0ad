// RUN: plait-opt %s --plait-import --plait-test-equivalence="tolerance=1e-6" -split-input-file | FileCheck %s
// Tests gradients of poolings along split dimensions: a device gets the updates
// whose windows meet its rows, and nothing is gathered or summed up.

// Windows of three at every second row of 32, padded behind: windows of the
// device before reach one row too far. Its last rows of 6 places of a byte and 6
// updates come from there; and the first row of the next for the windows.
// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x3 (54 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<32x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %g: tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<32x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.select_and_scatter"(%a, %g, %z) <{padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<32x6xf32>, tensor<16x6xf32>, tensor<f32>) -> tensor<32x6xf32>
  return %r : tensor<32x6xf32>
}

// -----

// Windows that do not overlap stay on their device.
// CHECK: equivalence: 4 devices, {{.*}}collectives: none{{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<32x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %g: tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<32x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.select_and_scatter"(%a, %g, %z) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<32x6xf32>, tensor<16x6xf32>, tensor<f32>) -> tensor<32x6xf32>
  return %r : tensor<32x6xf32>
}

// -----

// Two dimensions, uneven in both, over a 2x3 mesh, padded on both sides, by the
// largest update.
// CHECK: equivalence: 6 devices, {{.*}}collectives: collective_permute x9 (1280 bytes){{$}}
sdy.mesh @mesh = <["x"=2, "y"=3]>
func.func @main(%a: tensor<13x11x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}]>}, %g: tensor<7x11x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}]>})
    -> (tensor<13x11x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}]>}) {
  %z = stablehlo.constant dense<-1.0> : tensor<f32>
  %r = "stablehlo.select_and_scatter"(%a, %g, %z) <{padding = dense<[[1, 1], [1, 1], [0, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 3, 3, 1>, window_strides = array<i64: 2, 1, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.compare LE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<13x11x8xf32>, tensor<7x11x8xf32>, tensor<f32>) -> tensor<13x11x8xf32>
  return %r : tensor<13x11x8xf32>
}

// -----

// As JAX writes it, with a padded operand and a result that is cut back: split as the operand is, so that the same rows pass, and no more.
// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x3 (54 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<32x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %g: tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<32x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.pad %a, %low, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<32x6xf32>, tensor<f32>) -> tensor<33x6xf32>
  %s = "stablehlo.select_and_scatter"(%b, %g, %z) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<33x6xf32>, tensor<16x6xf32>, tensor<f32>) -> tensor<33x6xf32>
  %r = stablehlo.slice %s [0:32, 0:6] : (tensor<33x6xf32>) -> tensor<32x6xf32>
  return %r : tensor<32x6xf32>
}

// -----

// The pooling itself and its gradient: the first rows of the next device come once, for both.
// CHECK: equivalence: 4 devices, 2 results, {{.*}}collectives: collective_permute x3 (54 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<32x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %g: tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<32x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %y = "stablehlo.reduce_window"(%a, %low) <{padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<32x6xf32>, tensor<f32>) -> tensor<16x6xf32>
  %b = stablehlo.pad %a, %low, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<32x6xf32>, tensor<f32>) -> tensor<33x6xf32>
  %s = "stablehlo.select_and_scatter"(%b, %g, %z) <{window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<33x6xf32>, tensor<16x6xf32>, tensor<f32>) -> tensor<33x6xf32>
  %r = stablehlo.slice %s [0:32, 0:6] : (tensor<33x6xf32>) -> tensor<32x6xf32>
  return %y, %r : tensor<16x6xf32>, tensor<32x6xf32>
}
