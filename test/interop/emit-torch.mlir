// RUN: plait-compile %s --emit-shardings=torch | FileCheck %s
// RUN: plait-compile %s --emit-shardings=torch -o %t.json && FileCheck %s --check-prefix=JSON < %t.json
// RUN: plait-compile %s --emit-shardings=torch -o %t.py && %python -m py_compile %t.py
// Tests DTensor placements by name, strided where the right mesh dimension is major.
sdy.mesh @mesh = <["dp"=2, "tp"=4]>
func.func public @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"dp"}, {"tp"}]>} loc("a"),
                       %b: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"tp", "dp"}, {}]>} loc("b"),
                       %c: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>} loc("c"),
                       %d: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, [], unreduced={"tp"}>} loc("d"))
    -> tensor<8x4xf32> {
  return %b : tensor<8x4xf32>
}
// CHECK: AXES = ("dp", "tp")
// CHECK: RANKS = {{\[\[}}0,1,2,3],[4,5,6,7]]
// CHECK: ARGUMENTS = {
// CHECK-NEXT: "a": [Shard(0), Shard(1)],
// CHECK-NEXT: "b": [_StridedShard(0, split_factor=4), Shard(0)],
// CHECK-NEXT: "c": [Replicate(), Replicate()],
// CHECK-NEXT: "d": [Replicate(), Partial("sum")],
// CHECK: RESULTS = {
// CHECK-NEXT: "result0": [_StridedShard(0, split_factor=4), Shard(0)],

// JSON: "split_factor": 4,
// JSON-NEXT: "type": "_StridedShard"
// JSON: "reduce_op": "sum",
// JSON-NEXT: "type": "Partial"
