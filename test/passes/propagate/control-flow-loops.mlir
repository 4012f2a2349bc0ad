// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests loops: a sharding reaches all of init, carried value, yielded value and result from any of them; several carried
// values keep apart; loops in loops and in branches.
plait.mesh @mesh = <"x"=2, "y"=2>

// Backward from the result to the init.
// CHECK-LABEL: func.func @from_result
// CHECK-SAME: %arg0: tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: scf.for {{.*}} -> (tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>)
// CHECK: linalg.exp {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: return {{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
func.func @from_result(%a: tensor<8xf32>) -> (tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %a) -> tensor<8xf32> {
    %e = tensor.empty() : tensor<8xf32>
    %0 = linalg.exp ins(%s : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %0 : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// From a value that the body reads.
// CHECK-LABEL: func.func @from_body
// CHECK-SAME: %arg0: tensor<8xf32, #plait.sharding<@mesh, [{"y"}]>>
// CHECK: scf.for {{.*}} -> (tensor<8xf32, #plait.sharding<@mesh, [{"y"}]>>)
// CHECK: linalg.add {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"y"}]>>
// CHECK: return {{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{"y"}]>>
func.func @from_body(%a: tensor<8xf32>, %b: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"y"}]>}) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %a) -> tensor<8xf32> {
    %e = tensor.empty() : tensor<8xf32>
    %0 = linalg.add ins(%s, %b : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %0 : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// Two carried values, an axis each.
// CHECK-LABEL: func.func @two_values
// CHECK: scf.for {{.*}} -> (tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>, tensor<6xf32, #plait.sharding<@mesh, [{"y"}]>>)
// CHECK: linalg.exp {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: linalg.tanh {{.*}} -> tensor<6xf32, #plait.sharding<@mesh, [{"y"}]>>
// CHECK: return {{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>, tensor<6xf32, #plait.sharding<@mesh, [{"y"}]>>
func.func @two_values(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}, %b: tensor<6xf32> {plait.sharding = #plait.sharding<@mesh, [{"y"}]>}) -> (tensor<8xf32>, tensor<6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %a, %t = %b) -> (tensor<8xf32>, tensor<6xf32>) {
    %e = tensor.empty() : tensor<8xf32>
    %0 = linalg.exp ins(%s : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    %f = tensor.empty() : tensor<6xf32>
    %1 = linalg.tanh ins(%t : tensor<6xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
    scf.yield %0, %1 : tensor<8xf32>, tensor<6xf32>
  }
  return %r#0, %r#1 : tensor<8xf32>, tensor<6xf32>
}

// A loop in a loop in a branch.
// CHECK-LABEL: func.func @nested
// CHECK-SAME: %arg1: tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: scf.if {{.*}} -> (tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>)
// CHECK: scf.for {{.*}} -> (tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>)
// CHECK: scf.for {{.*}} -> (tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>)
// CHECK: linalg.exp {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: return {{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
func.func @nested(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32>, %k: i1) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.if %k -> tensor<8xf32> {
    %1 = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %b) -> tensor<8xf32> {
      %2 = scf.for %j = %c0 to %c3 step %c1 iter_args(%t = %s) -> tensor<8xf32> {
        %e = tensor.empty() : tensor<8xf32>
        %3 = linalg.exp ins(%t : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
        scf.yield %3 : tensor<8xf32>
      }
      scf.yield %2 : tensor<8xf32>
    }
    scf.yield %1 : tensor<8xf32>
  } else {
    scf.yield %a : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// Nobody reads the result: the loop is split all the same.
// CHECK-LABEL: func.func @unread
// CHECK: scf.for {{.*}} -> (tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>)
func.func @unread(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%s = %a) -> tensor<8xf32> {
    scf.yield %s : tensor<8xf32>
  }
  return
}
