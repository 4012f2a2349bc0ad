// RUN: plait-opt %s --plait-lower-entry -split-input-file | FileCheck %s
// Tests the manifest: shapes, places, states, aliases, memory, collectives.
plait.mesh @mesh = <"data"=2, "model"=2>
cpu.interface arguments [{name = "w", local = tensor<4xf32>, global = tensor<8xf32>, alias = 0 : i64, state = #plait.state<parameter>,
                          sharding = #plait.sharding<@mesh, [{"model"}]>},
                         {name = "ids", local = tensor<2xi32>, global = tensor<2xi32>, dtype = "uint32"}]
              results [{name = "w_new", local = tensor<4xf32>, global = tensor<8xf32>, sharding = #plait.sharding<@mesh, [{"model"}]>},
                       {name = "loss", local = tensor<f32>, global = tensor<f32>}]
func.func @main(%w: memref<4xf32>, %ids: memref<2xi32>, %w_new: memref<4xf32>, %loss: memref<f32>, %arena: memref<192xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = memref.view %arena[%c0][] : memref<192xi8> to memref<4xf32>
  scf.for %i = %c0 to %c3 step %c1 {
    coll.all_reduce %w into %a sum over @mesh["data"] site <0 partition "gradient of w"> : (memref<4xf32>, memref<4xf32>) -> ()
  }
  return
}
// CHECK: @plait_manifest
// CHECK-SAME: \22dims\22:{{\[\[}}{\22axis\22:1,\22pre\22:1,\22size\22:2}]],\22dtype\22:\22float32\22,\22local_shape\22:[4],\22name\22:\22w\22,\22shape\22:[8],\22sharding\22:\22[{model}]\22,\22state\22:\22parameter\22
// CHECK-SAME: \22dtype\22:\22uint32\22
// CHECK-SAME: \22axes\22:[\22data\22],\22bytes_per_device\22:48,\22count\22:3,\22group_size\22:2,\22kind\22:\22all_reduce\22
// CHECK-SAME: \22reason\22:\22gradient of w\22,\22site\22:0
// CHECK-SAME: \22hash\22:\22{{[0-9a-f]+}}\22
// CHECK-SAME: \22memory\22:{\22arena\22:192,\22arguments\22:24,\22results\22:4}
// CHECK-SAME: \22axes\22:[{\22name\22:\22data\22,\22size\22:2},{\22name\22:\22model\22,\22size\22:2}]
// CHECK-SAME: \22alias\22:0
// CHECK-SAME: \22alias\22:-1
