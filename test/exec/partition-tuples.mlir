// RUN: plait-opt %s --plait-import --plait-test-equivalence -split-input-file | FileCheck %s
// Tests reductions of several results at once over split dimensions: each device
// reduces its shard, and the same body combines the devices' tuples.

// The largest element and its place: small tuples are gathered, not the operand.
// CHECK: equivalence: 4 devices, {{.*}}collectives: all_gather x2 (192 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %i = stablehlo.iota dim = 1 : tensor<8x16xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%x init: %low), (%i init: %zero) across dimensions = [1] : (tensor<8x16xf32>, tensor<8x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
  reducer(%p: tensor<f32>, %q: tensor<f32>) (%k: tensor<i32>, %l: tensor<i32>) {
    %0 = stablehlo.compare GT, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.compare NE, %p, %p, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.or %0, %1 : tensor<i1>
    %3 = stablehlo.compare EQ, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %k, %l, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.and %3, %4 : tensor<i1>
    %6 = stablehlo.or %2, %5 : tensor<i1>
    %7 = stablehlo.select %2, %p, %q : tensor<i1>, tensor<f32>
    %8 = stablehlo.select %6, %k, %l : tensor<i1>, tensor<i32>
    stablehlo.return %7, %8 : tensor<f32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xi32>
}

// -----

// Tuples are combined, not the operand moved. Ties: rounded numbers meet often,
// the lowest index wins.
// CHECK: equivalence: 4 devices, {{.*}}collectives: all_gather x2 (144 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<6x40xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %rounded = stablehlo.round_nearest_even %x : tensor<6x40xf32>
  %i = stablehlo.iota dim = 1 : tensor<6x40xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%rounded init: %low), (%i init: %zero) across dimensions = [1] : (tensor<6x40xf32>, tensor<6x40xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>)
  reducer(%p: tensor<f32>, %q: tensor<f32>) (%k: tensor<i32>, %l: tensor<i32>) {
    %0 = stablehlo.compare GT, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.compare NE, %p, %p, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.or %0, %1 : tensor<i1>
    %3 = stablehlo.compare EQ, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %k, %l, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.and %3, %4 : tensor<i1>
    %6 = stablehlo.or %2, %5 : tensor<i1>
    %7 = stablehlo.select %2, %p, %q : tensor<i1>, tensor<f32>
    %8 = stablehlo.select %6, %k, %l : tensor<i1>, tensor<i32>
    stablehlo.return %7, %8 : tensor<f32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<6xf32>, tensor<6xi32>
}

// -----

// Uneven: 10 over 4 is 3, 3, 3, 1; 9 over 4 leaves one device without elements.
// CHECK: equivalence: 4 devices, {{.*}}collectives: all_gather x2 (144 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<6x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %rounded = stablehlo.round_nearest_even %x : tensor<6x10xf32>
  %i = stablehlo.iota dim = 1 : tensor<6x10xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%rounded init: %low), (%i init: %zero) across dimensions = [1] : (tensor<6x10xf32>, tensor<6x10xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>)
  reducer(%p: tensor<f32>, %q: tensor<f32>) (%k: tensor<i32>, %l: tensor<i32>) {
    %0 = stablehlo.compare GT, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.compare NE, %p, %p, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.or %0, %1 : tensor<i1>
    %3 = stablehlo.compare EQ, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %k, %l, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.and %3, %4 : tensor<i1>
    %6 = stablehlo.or %2, %5 : tensor<i1>
    %7 = stablehlo.select %2, %p, %q : tensor<i1>, tensor<f32>
    %8 = stablehlo.select %6, %k, %l : tensor<i1>, tensor<i32>
    stablehlo.return %7, %8 : tensor<f32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<6xf32>, tensor<6xi32>
}

// -----

// CHECK: equivalence: 4 devices, {{.*}}collectives: all_gather x2 (1536 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<64x9xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<64xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %rounded = stablehlo.round_nearest_even %x : tensor<64x9xf32>
  %i = stablehlo.iota dim = 1 : tensor<64x9xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%rounded init: %low), (%i init: %zero) across dimensions = [1] : (tensor<64x9xf32>, tensor<64x9xi32>, tensor<f32>, tensor<i32>) -> (tensor<64xf32>, tensor<64xi32>)
  reducer(%p: tensor<f32>, %q: tensor<f32>) (%k: tensor<i32>, %l: tensor<i32>) {
    %0 = stablehlo.compare GT, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.compare NE, %p, %p, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.or %0, %1 : tensor<i1>
    %3 = stablehlo.compare EQ, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %k, %l, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.and %3, %4 : tensor<i1>
    %6 = stablehlo.or %2, %5 : tensor<i1>
    %7 = stablehlo.select %2, %p, %q : tensor<i1>, tensor<f32>
    %8 = stablehlo.select %6, %k, %l : tensor<i1>, tensor<i32>
    stablehlo.return %7, %8 : tensor<f32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<64xf32>, tensor<64xi32>
}

// -----

// Rows over another axis, and results that are stored over the axis of the
// reduction.
// CHECK: equivalence: 8 devices, {{.*}}collectives: all_gather x2 (192 bytes){{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%x: tensor<16x40xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, tensor<16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  %rounded = stablehlo.round_nearest_even %x : tensor<16x40xf32>
  %i = stablehlo.iota dim = 1 : tensor<16x40xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%rounded init: %low), (%i init: %zero) across dimensions = [1] : (tensor<16x40xf32>, tensor<16x40xi32>, tensor<f32>, tensor<i32>) -> (tensor<16xf32>, tensor<16xi32>)
  reducer(%p: tensor<f32>, %q: tensor<f32>) (%k: tensor<i32>, %l: tensor<i32>) {
    %0 = stablehlo.compare GT, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.compare NE, %p, %p, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.or %0, %1 : tensor<i1>
    %3 = stablehlo.compare EQ, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %k, %l, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.and %3, %4 : tensor<i1>
    %6 = stablehlo.or %2, %5 : tensor<i1>
    %7 = stablehlo.select %2, %p, %q : tensor<i1>, tensor<f32>
    %8 = stablehlo.select %6, %k, %l : tensor<i1>, tensor<i32>
    stablehlo.return %7, %8 : tensor<f32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<16xf32>, tensor<16xi32>
}

// -----

// CHECK: equivalence: 8 devices, {{.*}}collectives: all_to_all x2 (96 bytes){{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%x: tensor<16x40xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %rounded = stablehlo.round_nearest_even %x : tensor<16x40xf32>
  %i = stablehlo.iota dim = 1 : tensor<16x40xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%rounded init: %low), (%i init: %zero) across dimensions = [1] : (tensor<16x40xf32>, tensor<16x40xi32>, tensor<f32>, tensor<i32>) -> (tensor<16xf32>, tensor<16xi32>)
  reducer(%p: tensor<f32>, %q: tensor<f32>) (%k: tensor<i32>, %l: tensor<i32>) {
    %0 = stablehlo.compare GT, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.compare NE, %p, %p, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.or %0, %1 : tensor<i1>
    %3 = stablehlo.compare EQ, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %k, %l, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.and %3, %4 : tensor<i1>
    %6 = stablehlo.or %2, %5 : tensor<i1>
    %7 = stablehlo.select %2, %p, %q : tensor<i1>, tensor<f32>
    %8 = stablehlo.select %6, %k, %l : tensor<i1>, tensor<i32>
    stablehlo.return %7, %8 : tensor<f32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<16xf32>, tensor<16xi32>
}

// -----

// An init that counts: it stands above some rows. Repeating it is harmless.
// CHECK: equivalence: 4 devices, {{.*}}collectives: all_gather x2 (384 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<16x40xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %rounded = stablehlo.round_nearest_even %x : tensor<16x40xf32>
  %i = stablehlo.iota dim = 1 : tensor<16x40xi32>
  %low = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%rounded init: %low), (%i init: %zero) across dimensions = [1] : (tensor<16x40xf32>, tensor<16x40xi32>, tensor<f32>, tensor<i32>) -> (tensor<16xf32>, tensor<16xi32>)
  reducer(%p: tensor<f32>, %q: tensor<f32>) (%k: tensor<i32>, %l: tensor<i32>) {
    %0 = stablehlo.compare GT, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.compare NE, %p, %p, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.or %0, %1 : tensor<i1>
    %3 = stablehlo.compare EQ, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %k, %l, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.and %3, %4 : tensor<i1>
    %6 = stablehlo.or %2, %5 : tensor<i1>
    %7 = stablehlo.select %2, %p, %q : tensor<i1>, tensor<f32>
    %8 = stablehlo.select %6, %k, %l : tensor<i1>, tensor<i32>
    stablehlo.return %7, %8 : tensor<f32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<16xf32>, tensor<16xi32>
}

// -----

// Log-sum-exp as maximum and sum.
// CHECK: equivalence: 8 devices, {{.*}}collectives: all_gather x2 (72 bytes){{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%x: tensor<6x40xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  %ones = stablehlo.constant dense<1.0> : tensor<6x40xf32>
  %low = stablehlo.constant dense<-1.0e+30> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r:2 = stablehlo.reduce(%x init: %low), (%ones init: %zero) across dimensions = [1] : (tensor<6x40xf32>, tensor<6x40xf32>, tensor<f32>, tensor<f32>) -> (tensor<6xf32>, tensor<6xf32>)
  reducer(%a: tensor<f32>, %b: tensor<f32>) (%s: tensor<f32>, %t: tensor<f32>) {
    %m = stablehlo.maximum %a, %b : tensor<f32>
    %da = stablehlo.subtract %a, %m : tensor<f32>
    %ea = stablehlo.exponential %da : tensor<f32>
    %db = stablehlo.subtract %b, %m : tensor<f32>
    %eb = stablehlo.exponential %db : tensor<f32>
    %u = stablehlo.multiply %s, %ea : tensor<f32>
    %v = stablehlo.multiply %t, %eb : tensor<f32>
    %w = stablehlo.add %u, %v : tensor<f32>
    stablehlo.return %m, %w : tensor<f32>, tensor<f32>
  }
  return %r#0, %r#1 : tensor<6xf32>, tensor<6xf32>
}

// -----

// An init that would count four times.
// CHECK: equivalence: 8 devices, {{.*}}collectives: all_gather x2 (72 bytes){{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%x: tensor<6x38xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  %ones = stablehlo.constant dense<1.0> : tensor<6x38xf32>
  %low = stablehlo.constant dense<0.5> : tensor<f32>
  %zero = stablehlo.constant dense<3.0> : tensor<f32>
  %r:2 = stablehlo.reduce(%x init: %low), (%ones init: %zero) across dimensions = [1] : (tensor<6x38xf32>, tensor<6x38xf32>, tensor<f32>, tensor<f32>) -> (tensor<6xf32>, tensor<6xf32>)
  reducer(%a: tensor<f32>, %b: tensor<f32>) (%s: tensor<f32>, %t: tensor<f32>) {
    %m = stablehlo.maximum %a, %b : tensor<f32>
    %da = stablehlo.subtract %a, %m : tensor<f32>
    %ea = stablehlo.exponential %da : tensor<f32>
    %db = stablehlo.subtract %b, %m : tensor<f32>
    %eb = stablehlo.exponential %db : tensor<f32>
    %u = stablehlo.multiply %s, %ea : tensor<f32>
    %v = stablehlo.multiply %t, %eb : tensor<f32>
    %w = stablehlo.add %u, %v : tensor<f32>
    stablehlo.return %m, %w : tensor<f32>, tensor<f32>
  }
  return %r#0, %r#1 : tensor<6xf32>, tensor<6xf32>
}

// -----

// Mean, squares and count; zero counts divide by zero, so each device starts from
// its first element.
// CHECK: equivalence: 4 devices, {{.*}}collectives: all_gather x3 (216 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<6x40xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %ones = stablehlo.constant dense<1.0> : tensor<6x40xf32>
  %none = stablehlo.constant dense<0.0> : tensor<6x40xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r:3 = stablehlo.reduce(%x init: %zero), (%none init: %zero), (%ones init: %zero) across dimensions = [1] : (tensor<6x40xf32>, tensor<6x40xf32>, tensor<6x40xf32>, tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>)
  reducer(%a: tensor<f32>, %b: tensor<f32>) (%s: tensor<f32>, %t: tensor<f32>) (%c: tensor<f32>, %d: tensor<f32>) {
    %n = stablehlo.add %c, %d : tensor<f32>
    %delta = stablehlo.subtract %b, %a : tensor<f32>
    %f = stablehlo.divide %d, %n : tensor<f32>
    %g = stablehlo.multiply %delta, %f : tensor<f32>
    %mean = stablehlo.add %a, %g : tensor<f32>
    %square = stablehlo.multiply %delta, %delta : tensor<f32>
    %h = stablehlo.multiply %c, %f : tensor<f32>
    %k = stablehlo.multiply %square, %h : tensor<f32>
    %l = stablehlo.add %s, %t : tensor<f32>
    %m2 = stablehlo.add %l, %k : tensor<f32>
    stablehlo.return %mean, %m2, %n : tensor<f32>, tensor<f32>, tensor<f32>
  }
  return %r#0, %r#1, %r#2 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----

// A difference is not associative: the operand is gathered.
// CHECK: equivalence: 4 devices, {{.*}}collectives: all_gather x1 (384 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<8xf32> {
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %init) across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %0 = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }
  return %r : tensor<8xf32>
}

// -----

// One result that is no plain sum: a + b + ab, with an init that is not neutral.
// CHECK: equivalence: 4 devices, {{.*}}collectives: all_gather x1 (96 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<8xf32> {
  %init = stablehlo.constant dense<2.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %init) across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %0 = stablehlo.add %a, %b : tensor<f32>
    %1 = stablehlo.multiply %a, %b : tensor<f32>
    %2 = stablehlo.add %0, %1 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  return %r : tensor<8xf32>
}
