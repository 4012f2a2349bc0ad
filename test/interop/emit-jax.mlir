// RUN: plait-compile %s --emit-shardings=jax | FileCheck %s
// RUN: plait-compile %s --emit-shardings=jax -o %t.json && FileCheck %s --check-prefix=JSON < %t.json
// RUN: plait-compile %s --emit-shardings=jax -o %t.py && %python -m py_compile %t.py
// Tests PartitionSpecs by name, as Python and as JSON.
sdy.mesh @mesh = <["x"=2, "y"=2], device_ids=[0, 2, 1, 3]>
func.func public @main(%a: tensor<8x4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}, {}]>} loc("params['w']"),
                       %n: tensor<i32> loc("step")) -> (tensor<8x4x2xf32> {jax.result_info = "result[0]"}, tensor<i32> {jax.result_info = "result[1]"}) {
  %0 = stablehlo.tanh %a : tensor<8x4x2xf32>
  return %0, %n : tensor<8x4x2xf32>, tensor<i32>
}
// CHECK: from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
// CHECK: AXES = {"x": 2, "y": 2}
// CHECK: DEVICE_IDS = [0, 2, 1, 3]
// CHECK: ARGUMENTS = {
// CHECK-NEXT: "params['w']": P(("y", "x"), None, None),
// CHECK-NEXT: "step": P(),
// CHECK: RESULTS = {
// CHECK-NEXT: "result[0]": P(("y", "x"), None, None),
// CHECK-NEXT: "result[1]": P(),

// JSON: "framework": "jax"
// JSON: "axis_names": [
// JSON-NEXT: "x",
// JSON-NEXT: "y"
// JSON: "device_ids": [
// JSON-NEXT: 0,
// JSON-NEXT: 2,
