// RUN: plait-opt %s --plait-import --plait-test-equivalence -split-input-file | FileCheck %s
// Tests running sums, products and maxima along split dimensions: devices scan
// their shards and gather one total each.

// CHECK: equivalence: 4 devices, {{.*}}collectives: all_gather x1 (48 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %i = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %i) <{base_dilations = array<i64: 1, 1>, padding = dense<[[15, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 16, 1>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<16x4xf32>, tensor<f32>) -> tensor<16x4xf32>
  return %r : tensor<16x4xf32>
}

// -----

// Uneven, with a device without elements.
// CHECK: equivalence: 4 devices, {{.*}}collectives: all_gather x1 (48 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<9x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<9x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %i = stablehlo.constant dense<1.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %i) <{base_dilations = array<i64: 1, 1>, padding = dense<[[8, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 9, 1>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.multiply %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<9x4xf32>, tensor<f32>) -> tensor<9x4xf32>
  return %r : tensor<9x4xf32>
}

// -----

// Backwards: padding comes first and counts nothing.
// CHECK: equivalence: 4 devices, {{.*}}collectives: all_gather x1 (48 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<10x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<10x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %i) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 9], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 10, 1>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<10x4xf32>, tensor<f32>) -> tensor<10x4xf32>
  return %r : tensor<10x4xf32>
}

// -----

// CHECK: equivalence: 8 devices, {{.*}}collectives: all_gather x1 (36 bytes){{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<6x22xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) -> (tensor<6x22xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
  %i = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %i) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 21]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 22>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<6x22xf32>, tensor<f32>) -> tensor<6x22xf32>
  return %r : tensor<6x22xf32>
}

// -----

// The other dimension is split: nothing is moved.
// CHECK: equivalence: 4 devices, {{.*}}collectives: none{{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %i = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %i) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [5, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 6>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.minimum %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x6xf32>, tensor<f32>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}

// -----

// Over both axes, and an initial value that is not neutral.
// CHECK: equivalence: 8 devices, {{.*}}collectives: all_gather x1 (140 bytes){{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<33x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<33x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  %i = stablehlo.constant dense<2.5> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %i) <{base_dilations = array<i64: 1, 1>, padding = dense<[[32, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 33, 1>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<33x5xf32>, tensor<f32>) -> tensor<33x5xf32>
  return %r : tensor<33x5xf32>
}

// -----

// Integers and one dimension.
// CHECK: equivalence: 4 devices, {{.*}}collectives: all_gather x1 (12 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<19xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<19xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.reduce_window"(%a, %i) <{base_dilations = array<i64: 1>, padding = dense<[[18, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 19>, window_strides = array<i64: 1>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.add %p, %q : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<19xi32>, tensor<i32>) -> tensor<19xi32>
  return %r : tensor<19xi32>
}

// -----

// Narrow floats add up in f32.
// CHECK: equivalence: 4 devices, {{.*}}collectives: all_gather x1 (12 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<19xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<19xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %i = stablehlo.constant dense<0.0> : tensor<bf16>
  %r = "stablehlo.reduce_window"(%a, %i) <{base_dilations = array<i64: 1>, padding = dense<[[18, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 19>, window_strides = array<i64: 1>}> ({
  ^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
    %s = stablehlo.add %p, %q : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<19xbf16>, tensor<bf16>) -> tensor<19xbf16>
  return %r : tensor<19xbf16>
}
