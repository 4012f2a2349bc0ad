// RUN: plait-opt %s | plait-opt | FileCheck %s --strict-whitespace
// RUN: plait-opt %s --mlir-print-op-generic | FileCheck %s --strict-whitespace --check-prefix=GENERIC
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s --strict-whitespace
// Tests a chain of collectives, each checked against the sharding before it.

sdy.mesh @mesh = <["x"=4, "y"=2]>
sdy.mesh @perm = <["x"=4, "y"=2], device_ids=[0, 2, 1, 3, 4, 5, 6, 7]>

// CHECK-LABEL: func @chain
func.func @chain(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<8x8xf32> {
  // CHECK: sdy.all_slice [{"x"}, {}] %{{.*}} out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  // GENERIC: "sdy.all_slice"(%{{.*}}) <{out_sharding = #sdy.sharding<@mesh, [{"x"}, {}]>, slicing_axes = #sdy<list_of_axis_ref_lists[{"x"}, {}]>}>
  %0 = sdy.all_slice [{"x"}, {}] %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  // CHECK: sdy.all_to_all [{"x"}: 0->1] %{{.*}} out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  // GENERIC: params = #sdy<all_to_all_param_list[{"x"}: 0->1]>
  %1 = sdy.all_to_all [{"x"}: 0->1] %0 out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  // CHECK: sdy.collective_permute %{{.*}} out_sharding=<@mesh, [{}, {"y", "x":(1)2}]> : tensor<8x8xf32>
  // GENERIC: "sdy.collective_permute"(%{{.*}}) <{out_sharding = #sdy.sharding<@mesh, [{}, {"y", "x":(1)2}]>}>
  %2 = sdy.collective_permute %1 out_sharding=<@mesh, [{}, {"y", "x":(1)2}]> : tensor<8x8xf32>
  // CHECK: sdy.all_gather [{}, {"y", "x":(1)2}] %{{.*}} out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  // GENERIC: gathering_axes = #sdy<list_of_axis_ref_lists[{}, {"y", "x":(1)2}]>
  %3 = sdy.all_gather [{}, {"y", "x":(1)2}] %2 out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  // CHECK: sdy.replicated_to_unreduced {"x"} %{{.*}} out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<8x8xf32>
  // GENERIC: axes = #sdy<axis_ref_list{"x"}>
  %4 = sdy.replicated_to_unreduced {"x"} %3 out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<8x8xf32>
  // CHECK: sdy.all_reduce {"x"} %{{.*}} out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  // GENERIC: "sdy.all_reduce"(%{{.*}}) <{out_sharding = #sdy.sharding<@mesh, [{}, {}]>, reduction_axes = #sdy<axis_ref_list{"x"}>}>
  %5 = sdy.all_reduce {"x"} %4 out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  // CHECK: sdy.reshard %{{.*}} <@mesh, [{}, {}], unreduced={"y"}> : tensor<8x8xf32>
  %6 = sdy.reshard %5 <@mesh, [{}, {}], unreduced={"y"}> : tensor<8x8xf32>
  // CHECK: sdy.reduce_scatter [{"y"}, {}] %{{.*}} out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x8xf32>
  // GENERIC: reduce_scatter_axes = #sdy<list_of_axis_ref_lists[{"y"}, {}]>
  %7 = sdy.reduce_scatter [{"y"}, {}] %6 out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x8xf32>
  // CHECK: sdy.sharded_to_unreduced [{"y"}, {}] %{{.*}} out_sharding=<@mesh, [{}, {}], unreduced={"y"}> : tensor<8x8xf32>
  // GENERIC: axes = #sdy<list_of_axis_ref_lists[{"y"}, {}]>
  %8 = sdy.sharded_to_unreduced [{"y"}, {}] %7 out_sharding=<@mesh, [{}, {}], unreduced={"y"}> : tensor<8x8xf32>
  return %8 : tensor<8x8xf32>
}

// CHECK-LABEL: func @other_reductions
func.func @other_reductions(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced=max{"x", "y"}>}) -> tensor<8x8xf32> {
  // CHECK: sdy.all_reduce max {"x"} %{{.*}} out_sharding=<@mesh, [{}, {}], unreduced=max{"y"}> : tensor<8x8xf32>
  %0 = sdy.all_reduce max {"x"} %arg0 out_sharding=<@mesh, [{}, {}], unreduced=max{"y"}> : tensor<8x8xf32>
  // CHECK: sdy.reduce_scatter max [{}, {"y"}] %{{.*}} out_sharding=<@mesh, [{}, {"y"}]> : tensor<8x8xf32>
  %1 = sdy.reduce_scatter max [{}, {"y"}] %0 out_sharding=<@mesh, [{}, {"y"}]> : tensor<8x8xf32>
  // CHECK: sdy.all_reduce {"x"} %{{.*}} out_sharding=<@mesh, [{}, {"y"}]>
  %2 = sdy.all_reduce sum {"x"} %1 out_sharding=<@mesh, [{}, {"y"}]> : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// Parts of an axis are gathered and sliced; neighbours make up the whole.
// CHECK-LABEL: func @sub_axes
func.func @sub_axes(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {
  // CHECK: sdy.all_gather [{"x":(2)2}, {}]
  %0 = sdy.all_gather [{"x":(2)2}, {}] %arg0 out_sharding=<@mesh, [{"x":(1)2}, {}]> : tensor<8x8xf32>
  // CHECK: sdy.all_slice [{"x":(2)2, "y"}, {}]
  %1 = sdy.all_slice [{"x":(2)2, "y"}, {}] %0 out_sharding=<@mesh, [{"x", "y"}, {}]> : tensor<8x8xf32>
  // CHECK: sdy.collective_permute %{{.*}} out_sharding=<@perm, [{"y", "x"}, {}]>
  %2 = sdy.collective_permute %1 out_sharding=<@perm, [{"y", "x"}, {}]> : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// CHECK-LABEL: func @two_moves
func.func @two_moves(%arg0: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}, {}]>}) -> tensor<8x8x8x8xf32> {
  // CHECK: sdy.all_to_all [{"x"}: 0->1, {"y"}: 2->3]
  %0 = sdy.all_to_all [{"x"}: 0->1, {"y"}: 2->3] %arg0 out_sharding=<@mesh, [{}, {"x"}, {}, {"y"}]> : tensor<8x8x8x8xf32>
  return %0 : tensor<8x8x8x8xf32>
}
