// RUN: plait-opt %s --plait-partition-localize -split-input-file -verify-diagnostics
// Tests what cannot be done on shards of different sizes.

#id = affine_map<(i) -> (i)>
#x = #plait.sharding<@mesh, [{"x"}]>
#r = #plait.sharding<@mesh, [{}]>
plait.mesh @mesh = <"x"=4>
func.func @read_by_position(%0: tensor<7xf32, #x>, %t: tensor<9xf32, #r>) -> tensor<7xf32, #x> {
  %e = tensor.empty() : tensor<7xf32, #x>
  // expected-error@+1 {{it reads a tensor by position and its shards are uneven}}
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%0 : tensor<7xf32, #x>) outs(%e : tensor<7xf32, #x>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %v = tensor.extract %t[%i] : tensor<9xf32, #r>
    linalg.yield %v : f32
  } -> tensor<7xf32, #x>
  return %1 : tensor<7xf32, #x>
}

// -----

#x = #plait.sharding<@mesh, [{"x"}]>
#r = #plait.sharding<@mesh, [{}]>
plait.mesh @mesh = <"x"=4>
#s = #plait.sharding<@mesh, []>
func.func @reduce_uneven(%0: tensor<7xf32, #x>, %z: tensor<f32, #s>) -> tensor<f32, #s> {
  // expected-error@+1 {{it reduces over an uneven dimension and is no linalg.generic}}
  %1 = linalg.reduce {arith.maximumf} ins(%0 : tensor<7xf32, #x>) outs(%z : tensor<f32, #s>) dimensions = [0]
  return %1 : tensor<f32, #s>
}
