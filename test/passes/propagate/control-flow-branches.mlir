// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests branches: shardings pass out of them, into them, from one to another, and stay apart from what a branch only reads.
plait.mesh @mesh = <"x"=2, "y"=2>

// Out: one of three branches knows.
// CHECK-LABEL: func.func @out
// CHECK-SAME: %arg1: tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: scf.index_switch {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>> 
// CHECK: linalg.exp {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: linalg.tanh {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: return {{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
func.func @out(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32>, %k: index) -> tensor<8xf32> {
  %r = scf.index_switch %k -> tensor<8xf32>
  case 0 {
    scf.yield %b : tensor<8xf32>
  }
  case 1 {
    %e = tensor.empty() : tensor<8xf32>
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %0 : tensor<8xf32>
  }
  default {
    scf.yield %b : tensor<8xf32>
  }
  %e = tensor.empty() : tensor<8xf32>
  %s = linalg.tanh ins(%r : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %s : tensor<8xf32>
}

// In: the result is annotated.
// CHECK-LABEL: func.func @in
// CHECK-SAME: %arg0: tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK-SAME: %arg1: tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: scf.if {{.*}} -> (tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>)
// CHECK: linalg.exp {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: return {{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
func.func @in(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: i1) -> (tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %r = scf.if %c -> tensor<8xf32> {
    %e = tensor.empty() : tensor<8xf32>
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %0 : tensor<8xf32>
  } else {
    scf.yield %b : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// Two results, one axis each.
// CHECK-LABEL: func.func @two_results
// CHECK-SAME: %arg2: tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK-SAME: %arg3: tensor<6xf32, #plait.sharding<@mesh, [{"y"}]>>
// CHECK: scf.if {{.*}} -> (tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>, tensor<6xf32, #plait.sharding<@mesh, [{"y"}]>>)
// CHECK: return {{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>, tensor<6xf32, #plait.sharding<@mesh, [{"y"}]>>
func.func @two_results(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}, %b: tensor<6xf32> {plait.sharding = #plait.sharding<@mesh, [{"y"}]>},
                       %c: tensor<8xf32>, %d: tensor<6xf32>, %k: i1) -> (tensor<8xf32>, tensor<6xf32>) {
  %r:2 = scf.if %k -> (tensor<8xf32>, tensor<6xf32>) {
    scf.yield %a, %d : tensor<8xf32>, tensor<6xf32>
  } else {
    scf.yield %c, %b : tensor<8xf32>, tensor<6xf32>
  }
  return %r#0, %r#1 : tensor<8xf32>, tensor<6xf32>
}

// Branches whose values are fixed and disagree with each other and with the annotated result: moved where they differ.
// CHECK-LABEL: func.func @both_reshard
// CHECK: scf.if {{.*}} -> (tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>)
// CHECK: plait.reshard {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: plait.reshard {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"y"}]>>
// CHECK: return {{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{"y"}]>>
func.func @both_reshard(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{}]>}, %c: i1)
    -> (tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"y"}]>}) {
  %r = scf.if %c -> tensor<8xf32> {
    scf.yield %a : tensor<8xf32>
  } else {
    scf.yield %b : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
