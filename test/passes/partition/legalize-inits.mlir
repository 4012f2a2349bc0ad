// RUN: plait-opt %s --plait-partition-legalize | FileCheck %s
// Tests that the init of a split reduction counts once.
#x = #plait.sharding<@mesh, [{"x"}]>
#r = #plait.sharding<@mesh, []>
#in = affine_map<(i) -> (i)>
#out = affine_map<(i) -> ()>
plait.mesh @mesh = <"x"=4>

// Zeros may be added by every device: the fill is made anew.
// CHECK-LABEL: func @zero
func.func @zero(%x: tensor<8xf32, #x>) -> tensor<f32, #r> {
  // CHECK: linalg.fill {{.*}} -> tensor<f32, #plait.sharding<@mesh, [], partial = {"x" : sum}>>
  // CHECK-NEXT: linalg.generic
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32, #r>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<f32, #r>) -> tensor<f32, #r>
  %s = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction"]} ins(%x : tensor<8xf32, #x>) outs(%f : tensor<f32, #r>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.addf %acc, %a : f32
    linalg.yield %0 : f32
  } -> tensor<f32, #r>
  return %s : tensor<f32, #r>
}

// Any other number stays on one device.
// CHECK-LABEL: func @two
func.func @two(%x: tensor<8xf32, #x>) -> tensor<f32, #r> {
  // CHECK: %[[F:.*]] = linalg.fill {{.*}} -> tensor<f32, #plait.sharding<@mesh, []>>
  // CHECK: plait.reshard %[[F]] {{.*}} -> tensor<f32, #plait.sharding<@mesh, [], partial = {"x" : sum}>>
  %c = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<f32, #r>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<f32, #r>) -> tensor<f32, #r>
  %s = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction"]} ins(%x : tensor<8xf32, #x>) outs(%f : tensor<f32, #r>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.addf %acc, %a : f32
    linalg.yield %0 : f32
  } -> tensor<f32, #r>
  return %s : tensor<f32, #r>
}

// The largest of equal numbers is that number: every device may begin with it.
// CHECK-LABEL: func @largest
func.func @largest(%x: tensor<8xf32, #x>) -> tensor<f32, #r> {
  // CHECK: linalg.fill {{.*}} -> tensor<f32, #plait.sharding<@mesh, [], partial = {"x" : max}>>
  // CHECK: plait.reshard {{.*}} partial = {"x" : max}>> -> tensor<f32, #plait.sharding<@mesh, []>>
  %c = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<f32, #r>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<f32, #r>) -> tensor<f32, #r>
  %s = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction"]} ins(%x : tensor<8xf32, #x>) outs(%f : tensor<f32, #r>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.maximumf %acc, %a : f32
    linalg.yield %0 : f32
  } -> tensor<f32, #r>
  return %s : tensor<f32, #r>
}

// A body that is no combiner is not split.
// CHECK-LABEL: func @subtracts
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<8xf32
func.func @subtracts(%x: tensor<8xf32, #x>) -> tensor<f32, #r> {
  // CHECK: plait.reshard %[[X]] {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{}]>>
  // CHECK-NOT: partial
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32, #r>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<f32, #r>) -> tensor<f32, #r>
  %s = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction"]} ins(%x : tensor<8xf32, #x>) outs(%f : tensor<f32, #r>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.subf %a, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<f32, #r>
  return %s : tensor<f32, #r>
}
