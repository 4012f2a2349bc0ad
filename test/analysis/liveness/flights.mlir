// RUN: plait-opt %s --plait-test-print-liveness -o /dev/null | FileCheck %s
// Tests what a collective in flight holds: its operand and its destination from
// the start to the wait, and a copy of an operand that is a part of a buffer.
plait.mesh @mesh = <"x"=2>

// %0, the destination and what is computed meanwhile.
// CHECK: flight: 4096 bytes, 1024 of collectives
func.func @flight(%x: tensor<256xf32>) -> (tensor<256xf32>, tensor<256xf32>) {
  %0 = math.exp %x : tensor<256xf32>
  %d = tensor.empty() : tensor<256xf32>
  %h = coll.all_reduce_start %0 into %d sum over @mesh["x"] site <0 user "a"> : (tensor<256xf32>, tensor<256xf32>) -> !coll.request
  %1 = math.tanh %x : tensor<256xf32>
  %2 = math.absf %1 : tensor<256xf32>
  %3 = math.absf %2 : tensor<256xf32>
  %r = coll.wait %h, %0, %d : (!coll.request, tensor<256xf32>, tensor<256xf32>) -> tensor<256xf32>
  %4 = math.absf %r : tensor<256xf32>
  return %3, %4 : tensor<256xf32>, tensor<256xf32>
}

// A part without gaps is sent from where it lies: the whole, the result.
// CHECK: part: 1536 bytes, 512 of collectives
func.func @part(%x: tensor<256xf32>) -> tensor<128xf32> {
  %0 = math.exp %x : tensor<256xf32>
  %1 = tensor.extract_slice %0[128] [128] [1] : tensor<256xf32> to tensor<128xf32>
  %2 = coll.all_reduce %1 sum over @mesh["x"] site <0 user "a"> : (tensor<128xf32>) -> tensor<128xf32>
  %3 = math.absf %2 : tensor<128xf32>
  return %3 : tensor<128xf32>
}

// One with gaps from a copy.
// CHECK: columns: 2048 bytes, 512 of collectives
func.func @columns(%x: tensor<16x16xf32>) -> tensor<16x8xf32> {
  %0 = math.exp %x : tensor<16x16xf32>
  %1 = tensor.extract_slice %0[0, 8] [16, 8] [1, 1] : tensor<16x16xf32> to tensor<16x8xf32>
  %2 = coll.all_reduce %1 sum over @mesh["x"] site <0 user "a"> : (tensor<16x8xf32>) -> tensor<16x8xf32>
  %3 = math.absf %2 : tensor<16x8xf32>
  return %3 : tensor<16x8xf32>
}

// A donated argument is overwritten in place.
// CHECK: donated: 64 bytes, 0 of collectives
func.func @donated(%x: tensor<256xf32> {plait.alias = 0 : i64}, %u: tensor<1xf32>, %i: index) -> tensor<256xf32> {
  %v = math.exp %u : tensor<1xf32>
  %1 = linalgx.dynamic_update_slice %v into %x[%i] : tensor<1xf32> into tensor<256xf32>
  %2 = linalgx.dynamic_update_slice %v into %1[%i] : tensor<1xf32> into tensor<256xf32>
  return %2 : tensor<256xf32>
}
