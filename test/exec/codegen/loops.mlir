// RUN: plait-opt %s --plait-codegen-cpu --plait-lower | plait-emit - -o %t
// RUN: %python %S/Inputs/loops.py %t.in.safetensors %t.expected.safetensors
// RUN: %t --inputs %t.in.safetensors --expected %t.expected.safetensors
// Loops that carry tensors: one that swaps them, one that runs while a tensor
// is small, and a branch and a switch that give tensors.
#id = affine_map<(i) -> (i)>
func.func @main(%x: tensor<4xf32> {plait.name = "x"}, %y: tensor<4xf32> {plait.name = "y"}, %n: tensor<i32> {plait.name = "n"})
    -> (tensor<4xf32> {plait.name = "swapped"}, tensor<4xf32> {plait.name = "doubled"}, tensor<i32> {plait.name = "trips"},
        tensor<4xf32> {plait.name = "chosen"}, tensor<4xf32> {plait.name = "case"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  // (a, b) -> (b, a + b), five times
  %f:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %x, %b = %y) -> (tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %0 = arith.addf %p, %q : f32
      linalg.yield %0 : f32
    } -> tensor<4xf32>
    scf.yield %b, %s : tensor<4xf32>, tensor<4xf32>
  }
  %zero = arith.constant dense<0> : tensor<i32>
  %w:2 = scf.while (%k = %zero, %a = %x) : (tensor<i32>, tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) {
    %kk = tensor.extract %k[] : tensor<i32>
    %nn = tensor.extract %n[] : tensor<i32>
    %go = arith.cmpi slt, %kk, %nn : i32
    scf.condition(%go) %k, %a : tensor<i32>, tensor<4xf32>
  } do {
  ^bb0(%k: tensor<i32>, %a: tensor<4xf32>):
    %one = arith.constant 1 : i32
    %e0 = tensor.empty() : tensor<i32>
    %k1 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%k : tensor<i32>) outs(%e0 : tensor<i32>) {
    ^bb0(%p: i32, %o: i32):
      %0 = arith.addi %p, %one : i32
      linalg.yield %0 : i32
    } -> tensor<i32>
    %e1 = tensor.empty() : tensor<4xf32>
    %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%e1 : tensor<4xf32>) {
    ^bb0(%p: f32, %o: f32):
      %0 = arith.addf %p, %p : f32
      linalg.yield %0 : f32
    } -> tensor<4xf32>
    scf.yield %k1, %d : tensor<i32>, tensor<4xf32>
  }
  %nn = tensor.extract %n[] : tensor<i32>
  %c2 = arith.constant 2 : i32
  %many = arith.cmpi sgt, %nn, %c2 : i32
  %chosen = scf.if %many -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    %m = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %0 = arith.mulf %p, %q : f32
      linalg.yield %0 : f32
    } -> tensor<4xf32>
    scf.yield %m : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  %index = arith.index_cast %nn : i32 to index
  %case = scf.index_switch %index -> tensor<4xf32>
  case 0 { scf.yield %x : tensor<4xf32> }
  case 3 { scf.yield %y : tensor<4xf32> }
  default { scf.yield %chosen : tensor<4xf32> }
  return %f#0, %w#1, %w#0, %chosen, %case : tensor<4xf32>, tensor<4xf32>, tensor<i32>, tensor<4xf32>, tensor<4xf32>
}
