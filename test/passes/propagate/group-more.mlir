// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests groups: through a third member, across a barrier, of a loop's value, with the user's priorities, and with constraints.
plait.mesh @mesh = <"x"=2, "y"=2>

// Two groups that share a member are one.
// CHECK-LABEL: func.func @joined
// CHECK-SAME: %arg1: tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK-SAME: %arg2: tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
func.func @joined(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32>, %c: tensor<8xf32>) {
  plait.group %a id 1 : tensor<8xf32>
  plait.group %b id 1 : tensor<8xf32>
  plait.group %b id 2 : tensor<8xf32>
  plait.group %c id 2 : tensor<8xf32>
  return
}

// A barrier lets nothing pass, the group does.
// CHECK-LABEL: func.func @across_barrier
// CHECK: linalg.exp {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: return {{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
func.func @across_barrier(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = plait.barrier %a allow "none" : tensor<8xf32>
  %1 = linalg.exp ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  plait.group %a id 1 : tensor<8xf32>
  plait.group %1 id 1 : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// A value inside a loop and one outside.
// CHECK-LABEL: func.func @loop
// CHECK-SAME: %arg1: tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: scf.for {{.*}} -> (tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>)
// CHECK: linalg.exp {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: return {{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
func.func @loop(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  plait.group %a id 1 : tensor<8xf32>
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%s = %b) -> tensor<8xf32> {
    %e = tensor.empty() : tensor<8xf32>
    %0 = linalg.exp ins(%s : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    plait.group %0 id 1 : tensor<8xf32>
    scf.yield %0 : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// A member's priority holds for the group.
// CHECK-LABEL: func.func @priority
// CHECK-SAME: %arg1: tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: linalg.add {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"y"}]>>
// CHECK: return {{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{"y"}]>>
func.func @priority(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}p1]>}, %b: tensor<8xf32>, %c: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"y"}p0]>}) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  plait.group %a id 1 : tensor<8xf32>
  plait.group %b id 1 : tensor<8xf32>
  %r = linalg.add ins(%b, %c : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// A constraint on one member is one on all.
// CHECK-LABEL: func.func @constraint
// CHECK-SAME: %arg0: tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK-SAME: %arg1: tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: linalg.exp {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: return {{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
func.func @constraint(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = plait.constraint %a <@mesh, [{"x"}]> : tensor<8xf32>
  %1 = linalg.exp ins(%b : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  plait.group %0 id 1 : tensor<8xf32>
  plait.group %1 id 1 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
