// RUN: plait-opt %s --plait-codegen-cpu --plait-lower | plait-emit - -o %t
// RUN: %python %S/Inputs/booleans.py %t.in.safetensors %t.expected.safetensors
// RUN: %t --ranks 2 --inputs %t.in.safetensors --expected %t.expected.safetensors
// Booleans as arguments, results, constants, scalars, and across ranks.
#id = affine_map<(i) -> (i)>
plait.mesh @mesh = <"x"=2>
func.func @main(%m: tensor<4xi1> {plait.name = "m", plait.sharding = #plait.sharding<@mesh, [{"x"}]>, plait.global = tensor<8xi1>},
                %v: tensor<4xf32> {plait.name = "v", plait.sharding = #plait.sharding<@mesh, [{"x"}]>, plait.global = tensor<8xf32>})
    -> (tensor<4xi1> {plait.name = "positive", plait.sharding = #plait.sharding<@mesh, [{"x"}]>, plait.global = tensor<8xi1>},
        tensor<4xf32> {plait.name = "kept", plait.sharding = #plait.sharding<@mesh, [{"x"}]>, plait.global = tensor<8xf32>},
        tensor<i1> {plait.name = "all"}, tensor<8xi1> {plait.name = "joined"}) {
  %zero = arith.constant 0.0 : f32
  %true = arith.constant true
  %pattern = arith.constant dense<[true, false, true, true]> : tensor<4xi1>
  %e0 = tensor.empty() : tensor<4xi1>
  %p = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%v, %pattern : tensor<4xf32>, tensor<4xi1>) outs(%e0 : tensor<4xi1>) {
  ^bb0(%a: f32, %k: i1, %o: i1):
    %0 = arith.cmpf ogt, %a, %zero : f32
    %1 = arith.andi %0, %k : i1
    linalg.yield %1 : i1
  } -> tensor<4xi1>
  %e1 = tensor.empty() : tensor<4xf32>
  %kept = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%m, %v : tensor<4xi1>, tensor<4xf32>) outs(%e1 : tensor<4xf32>) {
  ^bb0(%k: i1, %a: f32, %o: f32):
    %0 = arith.select %k, %a, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %e2 = tensor.empty() : tensor<i1>
  %f2 = linalg.fill ins(%true : i1) outs(%e2 : tensor<i1>) -> tensor<i1>
  %every = linalg.generic {indexing_maps = [#id, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%m : tensor<4xi1>) outs(%f2 : tensor<i1>) {
  ^bb0(%k: i1, %o: i1):
    %0 = arith.andi %k, %o : i1
    linalg.yield %0 : i1
  } -> tensor<i1>
  %all = coll.all_reduce %every and over @mesh["x"] site <0 partition "all"> : (tensor<i1>) -> tensor<i1>
  %joined = coll.all_gather %p dim 0 over @mesh["x"] site <1 partition "join"> : (tensor<4xi1>) -> tensor<8xi1>
  return %p, %kept, %all, %joined : tensor<4xi1>, tensor<4xf32>, tensor<i1>, tensor<8xi1>
}
