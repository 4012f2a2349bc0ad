// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests the border of manual regions: axes that the region is not manual over pass where a dimension is open, in both
// directions, and no others.
plait.mesh @mesh = <"x"=2, "y"=2, "z"=2>

// From the operand through the body to the users of the result.
// CHECK-LABEL: func.func @forward
// CHECK: plait.manual({{.*}}) in [<@mesh, [{"x"}, {"y"}]>] out [<@mesh, [{"x"}, {"y"}]>] over @mesh["x"]
// CHECK: linalg.exp {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{}, {"y"}]>>
// CHECK: linalg.tanh {{.*}} -> tensor<16x8xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: return {{.*}} : tensor<16x8xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
func.func @forward(%a: tensor<16x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<16x8xf32> {
  %r = plait.manual(%a) in [<@mesh, [{"x"}, {?}]>] out [<@mesh, [{"x"}, {?}]>] over @mesh["x"] : (tensor<16x8xf32>) -> tensor<16x8xf32> {
  ^bb0(%l: tensor<8x8xf32>):
    %e = tensor.empty() : tensor<8x8xf32>
    %0 = linalg.exp ins(%l : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
    plait.yield %0 : tensor<8x8xf32>
  }
  %d = tensor.empty() : tensor<16x8xf32>
  %1 = linalg.tanh ins(%r : tensor<16x8xf32>) outs(%d : tensor<16x8xf32>) -> tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}

// From the function's result back to its argument.
// CHECK-LABEL: func.func @backward
// CHECK-SAME: %arg0: tensor<16x8xf32, #plait.sharding<@mesh, [{"x"}, {"z"}]>>
// CHECK: plait.manual({{.*}}) in [<@mesh, [{"x"}, {"z"}]>] out [<@mesh, [{"x"}, {"z"}]>] over @mesh["x"]
// CHECK: linalg.exp {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{}, {"z"}]>>
// CHECK: return {{.*}} : tensor<16x8xf32, #plait.sharding<@mesh, [{"x"}, {"z"}]>>
func.func @backward(%a: tensor<16x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {?}]>}) -> (tensor<16x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"z"}]>}) {
  %r = plait.manual(%a) in [<@mesh, [{"x"}, {?}]>] out [<@mesh, [{"x"}, {?}]>] over @mesh["x"] : (tensor<16x8xf32>) -> tensor<16x8xf32> {
  ^bb0(%l: tensor<8x8xf32>):
    %e = tensor.empty() : tensor<8x8xf32>
    %0 = linalg.exp ins(%l : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
    plait.yield %0 : tensor<8x8xf32>
  }
  return %r : tensor<16x8xf32>
}

// On one dimension behind the manual axis.
// CHECK-LABEL: func.func @behind_manual_axis
// CHECK: plait.manual({{.*}}) in [<@mesh, [{"x", "y"}, {}]>] out [<@mesh, [{"x", "y"}, {}]>] over @mesh["x"]
// CHECK: linalg.exp {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{"y"}, {}]>>
// CHECK: return {{.*}} : tensor<16x8xf32, #plait.sharding<@mesh, [{"x", "y"}, {}]>>
func.func @behind_manual_axis(%a: tensor<16x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x", "y"}, {}]>}) -> tensor<16x8xf32> {
  %r = plait.manual(%a) in [<@mesh, [{"x", ?}, {}]>] out [<@mesh, [{"x", ?}, {}]>] over @mesh["x"] : (tensor<16x8xf32>) -> tensor<16x8xf32> {
  ^bb0(%l: tensor<8x8xf32>):
    %e = tensor.empty() : tensor<8x8xf32>
    %0 = linalg.exp ins(%l : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
    plait.yield %0 : tensor<8x8xf32>
  }
  return %r : tensor<16x8xf32>
}

// Closed: the operand is gathered along y before, and nothing comes out.
// CHECK-LABEL: func.func @closed
// CHECK: plait.reshard {{.*}} -> tensor<16x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: plait.manual({{.*}}) in [<@mesh, [{"x"}, {}]>] out [<@mesh, [{"x"}, {}]>] over @mesh["x"]
// CHECK: linalg.exp {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{}, {}]>>
// CHECK: return {{.*}} : tensor<16x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @closed(%a: tensor<16x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<16x8xf32> {
  %r = plait.manual(%a) in [<@mesh, [{"x"}, {}]>] out [<@mesh, [{"x"}, {}]>] over @mesh["x"] : (tensor<16x8xf32>) -> tensor<16x8xf32> {
  ^bb0(%l: tensor<8x8xf32>):
    %e = tensor.empty() : tensor<8x8xf32>
    %0 = linalg.exp ins(%l : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
    plait.yield %0 : tensor<8x8xf32>
  }
  return %r : tensor<16x8xf32>
}

// The manual axis does not come in by another dimension.
// CHECK-LABEL: func.func @manual_axis_stays_out
// CHECK: plait.reshard {{.*}} -> tensor<16x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: plait.manual({{.*}}) in [<@mesh, [{"x"}, {}]>] out [<@mesh, [{"x"}, {}]>] over @mesh["x"]
// CHECK: linalg.exp {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{}, {}]>>
// CHECK: return {{.*}} : tensor<16x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @manual_axis_stays_out(%a: tensor<16x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}) -> tensor<16x8xf32> {
  %r = plait.manual(%a) in [<@mesh, [{"x"}, {?}]>] out [<@mesh, [{"x"}, {?}]>] over @mesh["x"] : (tensor<16x8xf32>) -> tensor<16x8xf32> {
  ^bb0(%l: tensor<8x8xf32>):
    %e = tensor.empty() : tensor<8x8xf32>
    %0 = linalg.exp ins(%l : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
    plait.yield %0 : tensor<8x8xf32>
  }
  return %r : tensor<16x8xf32>
}

// Two operands and two results; one result is read by nobody, one operand by another op too.
// CHECK-LABEL: func.func @several
// CHECK-SAME: %arg1: tensor<16x8xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: plait.manual({{.*}}) in [<@mesh, [{"x"}, {"y"}]>, <@mesh, [{"x"}, {"y"}]>] out [<@mesh, [{"x"}, {"y"}]>, <@mesh, [{"x"}, {"y"}]>] over @mesh["x"]
// CHECK: linalg.add {{.*}} -> tensor<8x8xf32, #plait.sharding<@mesh, [{}, {"y"}]>>
// CHECK: linalg.tanh {{.*}} -> tensor<16x8xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
// CHECK: return {{.*}} : tensor<16x8xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>, tensor<16x8xf32, #plait.sharding<@mesh, [{"x"}, {"y"}]>>
func.func @several(%a: tensor<16x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}]>}, %b: tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  %r:2 = plait.manual(%a, %b) in [<@mesh, [{"x"}, {?}]>, <@mesh, [{"x"}, {?}]>] out [<@mesh, [{"x"}, {?}]>, <@mesh, [{"x"}, {?}]>] over @mesh["x"] : (tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  ^bb0(%l: tensor<8x8xf32>, %m: tensor<8x8xf32>):
    %e = tensor.empty() : tensor<8x8xf32>
    %0 = linalg.add ins(%l, %m : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
    plait.yield %0, %m : tensor<8x8xf32>, tensor<8x8xf32>
  }
  %d = tensor.empty() : tensor<16x8xf32>
  %1 = linalg.tanh ins(%b : tensor<16x8xf32>) outs(%d : tensor<16x8xf32>) -> tensor<16x8xf32>
  return %r#0, %1 : tensor<16x8xf32>, tensor<16x8xf32>
}

// A region in a region: the outer one's free axis is manual in the inner one, the third passes both.
// CHECK-LABEL: func.func @nested
// CHECK: plait.manual({{.*}}) in [<@mesh, [{"x"}, {"y", "z"}]>] out [<@mesh, [{"x"}, {"y", "z"}]>] over @mesh["x"]
// CHECK: plait.manual({{.*}}) in [<@mesh, [{}, {"y", "z"}]>] out [<@mesh, [{}, {"y", "z"}]>] over @mesh["y"]
// CHECK: linalg.exp {{.*}} -> tensor<8x4xf32, #plait.sharding<@mesh, [{}, {"z"}]>>
// CHECK: return {{.*}} : tensor<16x8xf32, #plait.sharding<@mesh, [{"x"}, {"y", "z"}]>>
func.func @nested(%a: tensor<16x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y", "z"}]>}) -> tensor<16x8xf32> {
  %r = plait.manual(%a) in [<@mesh, [{"x"}, {?}]>] out [<@mesh, [{"x"}, {?}]>] over @mesh["x"] : (tensor<16x8xf32>) -> tensor<16x8xf32> {
  ^bb0(%l: tensor<8x8xf32>):
    %0 = plait.manual(%l) in [<@mesh, [{}, {"y", ?}]>] out [<@mesh, [{}, {"y", ?}]>] over @mesh["y"] : (tensor<8x8xf32>) -> tensor<8x8xf32> {
    ^bb0(%m: tensor<8x4xf32>):
      %e = tensor.empty() : tensor<8x4xf32>
      %1 = linalg.exp ins(%m : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
      plait.yield %1 : tensor<8x4xf32>
    }
    plait.yield %0 : tensor<8x8xf32>
  }
  return %r : tensor<16x8xf32>
}
