// RUN: plait-opt %s --plait-place-reduce-gradients --remark-format=emitRemark --remarks-filter="plait-place.*" -o /dev/null 2>&1 | FileCheck %s
// Tests that a parameter whose gradient is not found is said to be so, with the reason.

plait.mesh @mesh = <"data"=4>
plait.placement @ddp on @mesh {} roles {"data" = batch}

// CHECK-DAG: [Missed] Gradient | Category:plait-place-reduce-gradients | Reason="no result replaces the parameter", parameter=frozen
// CHECK-DAG: [Missed] Gradient | Category:plait-place-reduce-gradients | Reason="its new value reads no gradient", parameter=decayed
#id = affine_map<(i) -> (i)>
func.func @main(%frozen: tensor<8xf32> {plait.name = "frozen", plait.state = #plait.state<parameter>},
                %decayed: tensor<8xf32> {plait.name = "decayed", plait.state = #plait.state<parameter>, plait.alias = 0 : i64}) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%decayed : tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ^bb0(%a: f32, %c: f32):
      %s = arith.addf %a, %a : f32
      linalg.yield %s : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}
