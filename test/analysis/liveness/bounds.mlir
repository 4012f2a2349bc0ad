// RUN: plait-opt %s --plait-test-print-liveness -o /dev/null | FileCheck %s
// Tests which values share memory, and when. Tensors have 256 elements: 1,024
// bytes.
plait.mesh @mesh = <"x"=2>

// Operand and result of one op are live together; what is returned is not
// counted.
// CHECK: chain: 2048 bytes, 0 of collectives
func.func @chain(%x: tensor<256xf32>) -> tensor<256xf32> {
  %0 = math.exp %x : tensor<256xf32>
  %1 = math.tanh %0 : tensor<256xf32>
  %2 = math.absf %1 : tensor<256xf32>
  return %2 : tensor<256xf32>
}

// Kept for later: %0 lives over all.
// CHECK: kept: 3072 bytes, 0 of collectives
func.func @kept(%x: tensor<256xf32>) -> tensor<256xf32> {
  %0 = math.exp %x : tensor<256xf32>
  %1 = math.tanh %0 : tensor<256xf32>
  %2 = math.absf %1 : tensor<256xf32>
  %3 = arith.addf %2, %0 : tensor<256xf32>
  return %3 : tensor<256xf32>
}

// A view is its source.
// CHECK: view: 1024 bytes, 0 of collectives
func.func @view(%x: tensor<256xf32>) -> tensor<1x2xf32> {
  %0 = math.exp %x : tensor<256xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [16, 16] : tensor<256xf32> into tensor<16x16xf32>
  %2 = tensor.extract_slice %1[1, 2] [1, 2] [1, 1] : tensor<16x16xf32> to tensor<1x2xf32>
  %3 = math.absf %2 : tensor<1x2xf32>
  return %3 : tensor<1x2xf32>
}

// What overwrites its destination has its memory; one that is read later has
// not.
// CHECK: in_place: 1088 bytes, 0 of collectives
func.func @in_place(%x: tensor<256xf32>, %u: tensor<1xf32>, %i: index) -> tensor<1xf32> {
  %0 = math.exp %x : tensor<256xf32>
  %v = math.exp %u : tensor<1xf32>
  %1 = linalgx.dynamic_update_slice %v into %0[%i] : tensor<1xf32> into tensor<256xf32>
  %2 = linalgx.dynamic_slice %1[%i] : tensor<256xf32> -> tensor<1xf32>
  return %2 : tensor<1xf32>
}
// CHECK: read_later: 2112 bytes, 0 of collectives
func.func @read_later(%x: tensor<256xf32>, %u: tensor<1xf32>, %i: index) -> tensor<1xf32> {
  %0 = math.exp %x : tensor<256xf32>
  %v = math.exp %u : tensor<1xf32>
  %1 = linalgx.dynamic_update_slice %v into %0[%i] : tensor<1xf32> into tensor<256xf32>
  %2 = linalgx.dynamic_slice %1[%i] : tensor<256xf32> -> tensor<1xf32>
  %3 = linalgx.dynamic_slice %0[%i] : tensor<256xf32> -> tensor<1xf32>
  %4 = arith.addf %2, %3 : tensor<1xf32>
  return %4 : tensor<1xf32>
}

// A loop without products and collectives is one kernel: what it makes has its
// place for the whole of it. Kept, carried (%3 in place) and three of the trip.
// CHECK: loop: 5120 bytes, 0 of collectives
func.func @loop(%x: tensor<256xf32>) -> tensor<256xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %kept = math.exp %x : tensor<256xf32>
  %init = math.absf %x : tensor<256xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%c = %init) -> tensor<256xf32> {
    %0 = math.tanh %kept : tensor<256xf32>
    %1 = math.exp %0 : tensor<256xf32>
    %2 = math.absf %1 : tensor<256xf32>
    %3 = arith.addf %2, %c : tensor<256xf32>
    scf.yield %3 : tensor<256xf32>
  }
  %s = arith.addf %r, %x : tensor<256xf32>
  return %s : tensor<256xf32>
}

// Else what a trip makes dies in it: kept, carried, and two of the trip.
// CHECK: loop_of_collectives: 4096 bytes, 1024 of collectives
func.func @loop_of_collectives(%x: tensor<256xf32>) -> tensor<256xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %kept = math.exp %x : tensor<256xf32>
  %init = math.absf %x : tensor<256xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%c = %init) -> tensor<256xf32> {
    %0 = math.tanh %kept : tensor<256xf32>
    %1 = coll.all_reduce %0 sum over @mesh["x"] site <0 user "a"> : (tensor<256xf32>) -> tensor<256xf32>
    %2 = math.absf %1 : tensor<256xf32>
    %3 = arith.addf %2, %c : tensor<256xf32>
    scf.yield %3 : tensor<256xf32>
  }
  %s = arith.addf %r, %x : tensor<256xf32>
  return %s : tensor<256xf32>
}

// Two buffers of a collective live until it is done.
// CHECK: collective: 2048 bytes, 1024 of collectives
func.func @collective(%x: tensor<256xf32>) -> tensor<256xf32> {
  %0 = math.exp %x : tensor<256xf32>
  %1 = coll.all_reduce %0 sum over @mesh["x"] site <0 user "a"> : (tensor<256xf32>) -> tensor<256xf32>
  %2 = math.absf %1 : tensor<256xf32>
  return %2 : tensor<256xf32>
}

// A result that replaces an argument is written there, unless the argument is
// read afterwards.
// CHECK: replaces: 0 bytes, 0 of collectives
func.func @replaces(%x: tensor<256xf32> {plait.alias = 0 : i64}) -> tensor<256xf32> {
  %0 = math.exp %x : tensor<256xf32>
  return %0 : tensor<256xf32>
}
// CHECK: replaces_late: 1024 bytes, 0 of collectives
func.func @replaces_late(%x: tensor<256xf32> {plait.alias = 0 : i64}) -> (tensor<256xf32>, tensor<256xf32>) {
  %0 = math.exp %x : tensor<256xf32>
  %1 = math.tanh %x : tensor<256xf32>
  return %0, %1 : tensor<256xf32>, tensor<256xf32>
}

// A view of an argument is the argument, and no memory of the step.
// CHECK: argument_view: 64 bytes, 0 of collectives
func.func @argument_view(%x: tensor<256xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tensor.extract_slice %x[3] [2] [1] : tensor<256xf32> to tensor<2xf32>
  %1 = arith.addf %0, %y : tensor<2xf32>
  %2 = math.absf %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}
