// RUN: not plait-opt %s --plait-place-annotate="shard=params=[{data}]" 2>&1 | FileCheck %s
// Tests that a program without argument names says how to get them.

plait.mesh @mesh = <"data"=4>
// CHECK: error: --shard: no argument or result matches 'params': its arguments have no names; export with as_text(debug_info=True)
func.func @main(%x: tensor<8xf32> {plait.name = "arg0"}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
