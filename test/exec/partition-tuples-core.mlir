// RUN: plait-opt %s --plait-test-equivalence -split-input-file | FileCheck %s
// Tests reductions of tuples that only core programs have: an element's tuple
// that is computed, and bodies for which the order of elements matters.

#all = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>

// The place of the least element, counted by linalg.index: the shard's offset
// counts. 38 columns over 4 devices.
// CHECK: equivalence: 4 devices, {{.*}}collectives: all_gather x2 (144 bytes){{$}}
plait.mesh @mesh = <"x"=4>
func.func @main(%x: tensor<6x38xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<6xf32>, tensor<6xi32>) {
  %high = arith.constant 0x7F800000 : f32
  %none = arith.constant -1 : i32
  %e0 = tensor.empty() : tensor<6xf32>
  %e1 = tensor.empty() : tensor<6xi32>
  %i0 = linalg.fill ins(%high : f32) outs(%e0 : tensor<6xf32>) -> tensor<6xf32>
  %i1 = linalg.fill ins(%none : i32) outs(%e1 : tensor<6xi32>) -> tensor<6xi32>
  %r:2 = linalg.generic {indexing_maps = [#all, #rows, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<6x38xf32>) outs(%i0, %i1 : tensor<6xf32>, tensor<6xi32>) {
  ^bb0(%in: f32, %value: f32, %place: i32):
    %column = linalg.index 1 : index
    %k = arith.index_cast %column : index to i32
    %less = arith.cmpf olt, %in, %value : f32
    %v = arith.select %less, %in, %value : f32
    %p = arith.select %less, %k, %place : i32
    linalg.yield %v, %p : f32, i32
  } -> (tensor<6xf32>, tensor<6xi32>)
  return %r#0, %r#1 : tensor<6xf32>, tensor<6xi32>
}

// -----

#all = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>

// Linear recurrences, h = a h + b: composed in the order of the devices. The
// init is not neutral and counts once.
// CHECK: equivalence: 4 devices, {{.*}}collectives: all_gather x2 (144 bytes){{$}}
plait.mesh @mesh = <"x"=4>
func.func @main(%a: tensor<6x10xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<6x10xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<6xf32>
  %i = linalg.fill ins(%two : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %r:2 = linalg.generic {indexing_maps = [#all, #all, #rows, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : tensor<6x10xf32>, tensor<6x10xf32>) outs(%i, %i : tensor<6xf32>, tensor<6xf32>) {
  ^bb0(%f: f32, %g: f32, %p: f32, %q: f32):
    %m = arith.mulf %f, %p : f32
    %n = arith.mulf %f, %q : f32
    %o = arith.addf %n, %g : f32
    linalg.yield %m, %o : f32, f32
  } -> (tensor<6xf32>, tensor<6xf32>)
  return %r#0, %r#1 : tensor<6xf32>, tensor<6xf32>
}

// -----

#all = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#rows = affine_map<(d0, d1, d2) -> (d0)>

// The inner of two reduced dimensions, split, would change the order: gathered.
// CHECK: equivalence: 4 devices, {{.*}}collectives: all_gather x2 (576 bytes){{$}}
plait.mesh @mesh = <"x"=4>
func.func @main(%a: tensor<4x3x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {}, {"x"}]>}, %b: tensor<4x3x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {}, {"x"}]>}) -> (tensor<4xf32> {plait.sharding = #plait.sharding<@mesh, [{}]>}, tensor<4xf32> {plait.sharding = #plait.sharding<@mesh, [{}]>}) {
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %i = linalg.fill ins(%two : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r:2 = linalg.generic {indexing_maps = [#all, #all, #rows, #rows], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%a, %b : tensor<4x3x8xf32>, tensor<4x3x8xf32>) outs(%i, %i : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%f: f32, %g: f32, %p: f32, %q: f32):
    %m = arith.mulf %f, %p : f32
    %n = arith.mulf %f, %q : f32
    %o = arith.addf %n, %g : f32
    linalg.yield %m, %o : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

#all = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>

// A sum and a maximum at once, of different values of one element; 9 columns
// leave a device without elements.
// CHECK: equivalence: 4 devices, {{.*}}collectives: all_gather x2 (144 bytes){{$}}
plait.mesh @mesh = <"x"=4>
func.func @main(%a: tensor<6x9xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<6xf32>, tensor<6xf32>) {
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<6xf32>
  %i = linalg.fill ins(%two : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %r:2 = linalg.generic {indexing_maps = [#all, #rows, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<6x9xf32>) outs(%i, %i : tensor<6xf32>, tensor<6xf32>) {
  ^bb0(%x: f32, %p: f32, %q: f32):
    %square = arith.mulf %x, %x : f32
    %m = arith.addf %p, %square : f32
    %n = arith.maximumf %q, %x : f32
    linalg.yield %m, %n : f32, f32
  } -> (tensor<6xf32>, tensor<6xf32>)
  return %r#0, %r#1 : tensor<6xf32>, tensor<6xf32>
}
