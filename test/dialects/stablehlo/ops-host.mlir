// RUN: plait-opt %s | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s
// Host transfer: read and printed in pretty and generic form.

// CHECK-LABEL: func.func @send(
func.func @send(%arg0: tensor<2x3xf32>, %arg1: !stablehlo.token) {
  // CHECK: %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
  %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// CHECK-LABEL: func.func @recv(
func.func @recv(%arg0: !stablehlo.token) {
  // CHECK: %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// CHECK-LABEL: func.func @infeed(
func.func @infeed(%arg0: !stablehlo.token) {
  // CHECK: %0:2 = "stablehlo.infeed"(%arg0) <{infeed_config = "", layout = {{\[\[}}1, 0]]}> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  %0:2 = "stablehlo.infeed"(%arg0) <{infeed_config = "", layout = [[1, 0]]}> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  return
}

// CHECK-LABEL: func.func @outfeed(
func.func @outfeed(%arg0: tensor<2x3xf32>, %arg1: !stablehlo.token) {
  // CHECK: %0 = "stablehlo.outfeed"(%arg0, %arg1) <{outfeed_config = ""}> : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
  %0 = "stablehlo.outfeed"(%arg0, %arg1) <{outfeed_config = ""}> : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
  return
}
