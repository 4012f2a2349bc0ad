// RUN: plait-opt %s --plait-codegen-cpu --plait-lower | plait-emit - -o %t
// RUN: %python %S/Inputs/flight_in_loop.py %t.in.safetensors %t.expected.safetensors
// RUN: %t --ranks 2 --inputs %t.in.safetensors --expected %t.expected.safetensors
// A flight in each trip of a loop, whose operand would be overwritten in place
// were it not in flight, and a branch behind it.
#id = affine_map<(i) -> (i)>
plait.mesh @mesh = <"x"=2>
func.func @main(%x: tensor<4xf32> {plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"x"}]>, plait.global = tensor<8xf32>})
    -> (tensor<4xf32> {plait.name = "y", plait.sharding = #plait.sharding<@mesh, [{"x"}]>, plait.global = tensor<8xf32>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %half = arith.constant 0.5 : f32
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    %d = tensor.empty() : tensor<4xf32>
    %h = coll.all_reduce_start %a into %d sum over @mesh["x"] site <0 user "sum"> : (tensor<4xf32>, tensor<4xf32>) -> !coll.request
    // b = a / 2, while a is in flight
    %e = tensor.empty() : tensor<4xf32>
    %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%p: f32, %o: f32):
      %0 = arith.mulf %p, %half : f32
      linalg.yield %0 : f32
    } -> tensor<4xf32>
    %s = coll.wait %h, %a, %d : (!coll.request, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %odd = arith.cmpi eq, %i, %c1 : index
    // odd trips: b - sum, others: b + sum
    %n = scf.if %odd -> tensor<4xf32> {
      %f = tensor.empty() : tensor<4xf32>
      %m = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%b, %s : tensor<4xf32>, tensor<4xf32>) outs(%f : tensor<4xf32>) {
      ^bb0(%p: f32, %q: f32, %o: f32):
        %0 = arith.subf %p, %q : f32
        linalg.yield %0 : f32
      } -> tensor<4xf32>
      scf.yield %m : tensor<4xf32>
    } else {
      %f = tensor.empty() : tensor<4xf32>
      %m = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%b, %s : tensor<4xf32>, tensor<4xf32>) outs(%f : tensor<4xf32>) {
      ^bb0(%p: f32, %q: f32, %o: f32):
        %0 = arith.addf %p, %q : f32
        linalg.yield %0 : f32
      } -> tensor<4xf32>
      scf.yield %m : tensor<4xf32>
    }
    scf.yield %n : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
