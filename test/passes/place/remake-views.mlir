// RUN: plait-opt %s --plait-place-gather-parameters | FileCheck %s
// RUN: plait-opt %s --plait-place-resolve-strategy="placement=fsdp-held@data" --plait-place-gather-parameters | FileCheck %s --check-prefix=HELD
// Tests that a cast of a parameter that both passes read is made twice, each from the gather of its window, so that neither the parameter nor
// the cast lives from one pass to the other; and that held parameters are cast once.

plait.mesh @mesh = <"data"=4>
plait.placement @zero3 on @mesh {parameters = sharded_with_gather over ["data"], optimizer = sharded over ["data"]} roles {"data" = batch}

#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// loss = sum(cast(w) * x), gradient of w: cast(w) * x once more.
// CHECK-LABEL: func.func @main
func.func @main(%w: tensor<8xf32> {plait.state = #plait.state<parameter>, plait.alias = 0 : i64},
                %m: tensor<8xf32> {plait.state = #plait.state<optimizer>, plait.alias = 1 : i64},
                %x: tensor<8xbf16> {plait.state = #plait.state<batch>}) -> (tensor<8xf32>, tensor<8xf32>, tensor<f32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %eb = tensor.empty() : tensor<8xbf16>
  %es = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%es : tensor<f32>) -> tensor<f32>
  // CHECK: %[[FWD:.*]] = plait.gather %arg0 over @mesh["data"] window "fwd"
  // CHECK-NEXT: %[[CAST:.*]] = linalg.generic {{.*}} ins(%[[FWD]] :
  // HELD-COUNT-1: plait.gather
  // HELD-COUNT-1: arith.truncf
  // HELD-NOT: arith.truncf
  %cast = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%w : tensor<8xf32>) outs(%eb : tensor<8xbf16>) {
    ^bb0(%a: f32, %c: bf16):
      %t = arith.truncf %a : f32 to bf16
      linalg.yield %t : bf16
  } -> tensor<8xbf16>
  // CHECK: ins(%[[CAST]], %arg2 :
  %loss = linalg.generic {indexing_maps = [#id, #id, #none], iterator_types = ["reduction"]}
      ins(%cast, %x : tensor<8xbf16>, tensor<8xbf16>) outs(%f : tensor<f32>) {
    ^bb0(%a: bf16, %b: bf16, %c: f32):
      %p = arith.mulf %a, %b : bf16
      %t = arith.extf %p : bf16 to f32
      %s = arith.addf %c, %t : f32
      linalg.yield %s : f32
  } -> tensor<f32>
  // CHECK: %[[BWD:.*]] = plait.gather %arg0 over @mesh["data"] window "bwd"
  // CHECK-NEXT: %[[AGAIN:.*]] = linalg.generic {{.*}} ins(%[[BWD]] :
  // CHECK: arith.truncf
  // CHECK: ins(%[[AGAIN]], %arg2 :
  %g = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%cast, %x : tensor<8xbf16>, tensor<8xbf16>) outs(%eb : tensor<8xbf16>) {
    ^bb0(%a: bf16, %b: bf16, %c: bf16):
      %p = arith.mulf %a, %b : bf16
      linalg.yield %p : bf16
  } -> tensor<8xbf16>
  %rev = tensor.empty() : tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
      ins(%g : tensor<8xbf16>) outs(%rev : tensor<8xf32>) {
    ^bb0(%a: bf16, %c: f32):
      %t = arith.extf %a : bf16 to f32
      %s = arith.addf %c, %t : f32
      linalg.yield %s : f32
  } -> tensor<8xf32>
  %new_m = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%m, %sum : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
  } -> tensor<8xf32>
  // CHECK: ins(%arg0, %{{.*}} : tensor<8xf32>, tensor<8xf32>)
  %new_w = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%w, %new_m : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %s = arith.subf %a, %b : f32
      linalg.yield %s : f32
  } -> tensor<8xf32>
  return %new_w, %new_m, %loss : tensor<8xf32>, tensor<8xf32>, tensor<f32>
}
