// RUN: plait-opt %s --plait-test-equivalence -split-input-file | FileCheck %s
// Tests tensor.insert_slice into and tensor.extract_slice at a run-time place of
// split dimensions.

// CHECK: equivalence: 8 devices, {{.*}}collectives: none{{$}}
plait.mesh @mesh = <"x"=4, "y"=2>
func.func @main(%a: tensor<10x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}]>}, %u: tensor<4x6xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"y"}]>}) -> (tensor<10x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %r = tensor.insert_slice %u into %a[5, 0] [4, 6] [1, 1] : tensor<4x6xf32> into tensor<10x6xf32>
  return %r : tensor<10x6xf32>
}

// -----

// One row without its dimension.
// CHECK: equivalence: 8 devices, {{.*}}collectives: none{{$}}
plait.mesh @mesh = <"x"=4, "y"=2>
func.func @main(%a: tensor<10x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}]>}, %u: tensor<3xf32> {plait.sharding = #plait.sharding<@mesh, [{}]>}) -> (tensor<10x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %r = tensor.insert_slice %u into %a[9, 2] [1, 3] [1, 1] : tensor<3xf32> into tensor<10x6xf32>
  return %r : tensor<10x6xf32>
}

// -----

// CHECK: equivalence: 4 devices, {{.*}}collectives: broadcast x8 (512 bytes){{$}}
plait.mesh @mesh = <"x"=4>
func.func @main(%w: tensor<8x16xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}, %h: tensor<16xf32> {plait.sharding = #plait.sharding<@mesh, [{}]>}) -> (tensor<16xf32> {plait.sharding = #plait.sharding<@mesh, [{}]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%x = %h) -> (tensor<16xf32>) {
    %l = tensor.extract_slice %w[%i, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<16xf32>
    %e = tensor.empty() : tensor<16xf32>
    %s = linalg.map { arith.mulf } ins(%x, %l : tensor<16xf32>, tensor<16xf32>) outs(%e : tensor<16xf32>)
    %t = linalg.map { arith.addf } ins(%s, %l : tensor<16xf32>, tensor<16xf32>) outs(%e : tensor<16xf32>)
    scf.yield %t : tensor<16xf32>
  }
  return %r : tensor<16xf32>
}
