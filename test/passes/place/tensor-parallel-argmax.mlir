// RUN: plait-opt %s --plait-place-tensor-parallel="axis=model" | FileCheck %s
// RUN: plait-opt %s --plait-place-tensor-parallel="axis=model" --plait-test-equivalence -o /dev/null | FileCheck %s --check-prefix=EQUAL
// Tests greedy decoding: logits split by vocabulary may end in an argmax, whose tuples combine.

// EQUAL: equivalence: 2 devices, 1 results
plait.mesh @mesh = <"model"=2>
#state = #plait.state<parameter>
// CHECK: %arg1: tensor<16x64xf32> {plait.name = "out", plait.sharding = #plait.sharding<@mesh, [{?}, {"model", ?}]>
func.func @main(%x: tensor<8x16xf32>, %out: tensor<16x64xf32> {plait.name = "out", plait.state = #state}) -> tensor<8xi32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<8x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
  %ef = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%low : f32) outs(%ef : tensor<8xf32>) -> tensor<8xf32>
  %ei = tensor.empty() : tensor<8xi32>
  %i = linalg.fill ins(%c0 : i32) outs(%ei : tensor<8xi32>) -> tensor<8xi32>
  %logits = linalg.matmul ins(%x, %out : tensor<8x16xf32>, tensor<16x64xf32>) outs(%z : tensor<8x64xf32>) -> tensor<8x64xf32>
  %en = tensor.empty() : tensor<8x64xi32>
  %n = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]} outs(%en : tensor<8x64xi32>) {
  ^bb0(%o: i32):
    %b = linalg.index 1 : index
    %c = arith.index_cast %b : index to i32
    linalg.yield %c : i32
  } -> tensor<8x64xi32>
  %best:2 = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]} ins(%logits, %n : tensor<8x64xf32>, tensor<8x64xi32>) outs(%f, %i : tensor<8xf32>, tensor<8xi32>) {
  ^bb0(%v: f32, %at: i32, %m: f32, %k: i32):
    %gt = arith.cmpf ogt, %v, %m : f32
    %eq = arith.cmpf oeq, %v, %m : f32
    %lt = arith.cmpi slt, %at, %k : i32
    %tie = arith.andi %eq, %lt : i1
    %take = arith.ori %gt, %tie : i1
    %nv = arith.select %take, %v, %m : f32
    %nk = arith.select %take, %at, %k : i32
    linalg.yield %nv, %nk : f32, i32
  } -> (tensor<8xf32>, tensor<8xi32>)
  return %best#1 : tensor<8xi32>
}
