// RUN: plait-opt %s --plait-partition-legalize | FileCheck %s
// Tests that a sum that a loop carries is combined behind the loop, and that
// one which the body reads otherwise is combined in each trip.
#x0 = #plait.sharding<@mesh, [{"x"}, {}]>
#r = #plait.sharding<@mesh, [{}]>
#id = affine_map<(i) -> (i)>
plait.mesh @mesh = <"x"=4>

// CHECK-LABEL: func @combined_behind
func.func @combined_behind(%x: tensor<8x6xf32, #x0>) -> tensor<6xf32, #r> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6xf32, #r>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6xf32, #r>) -> tensor<6xf32, #r>
  // CHECK: %[[P:.*]] = scf.for {{.*}} -> (tensor<6xf32, #plait.sharding<@mesh, [{}], partial = {"x" : sum}>>)
  // CHECK-NOT: plait.reshard
  // CHECK: scf.yield
  // CHECK: plait.reshard %[[P]]
  %s = scf.for %i = %c0 to %c3 step %c1 iter_args(%acc = %f) -> tensor<6xf32, #r> {
    %g = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x6xf32, #x0>) outs(%f : tensor<6xf32, #r>) {
    ^bb0(%a: f32, %o: f32):
      %0 = arith.addf %o, %a : f32
      linalg.yield %0 : f32
    } -> tensor<6xf32, #r>
    %t = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%acc, %g : tensor<6xf32, #r>, tensor<6xf32, #r>) outs(%e : tensor<6xf32, #r>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %0 = arith.addf %a, %b : f32
      linalg.yield %0 : f32
    } -> tensor<6xf32, #r>
    scf.yield %t : tensor<6xf32, #r>
  }
  return %s : tensor<6xf32, #r>
}

// CHECK-LABEL: func @read_in_between
func.func @read_in_between(%x: tensor<8x6xf32, #x0>) -> tensor<6xf32, #r> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6xf32, #r>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6xf32, #r>) -> tensor<6xf32, #r>
  // CHECK: scf.for {{.*}} -> (tensor<6xf32, #plait.sharding<@mesh, [{}]>>)
  // CHECK: plait.reshard
  // CHECK: scf.yield
  %s = scf.for %i = %c0 to %c3 step %c1 iter_args(%acc = %f) -> tensor<6xf32, #r> {
    %g = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x6xf32, #x0>) outs(%f : tensor<6xf32, #r>) {
    ^bb0(%a: f32, %o: f32):
      %0 = arith.addf %o, %a : f32
      linalg.yield %0 : f32
    } -> tensor<6xf32, #r>
    %t = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%acc, %g : tensor<6xf32, #r>, tensor<6xf32, #r>) outs(%e : tensor<6xf32, #r>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %1 = math.tanh %a : f32
      %0 = arith.addf %1, %b : f32
      linalg.yield %0 : f32
    } -> tensor<6xf32, #r>
    scf.yield %t : tensor<6xf32, #r>
  }
  return %s : tensor<6xf32, #r>
}
