// RUN: plait-compile %s --emit-shardings=sdy-collectives -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: plait-run %t.mlir --check 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: plait-opt %t.mlir --plait-import --plait-test-equivalence="tolerance=1e-5" -o /dev/null | FileCheck %s --check-prefix=MOVES
// RUN: plait-opt %s --plait-import --plait-test-equivalence="tolerance=1e-5" -o /dev/null | FileCheck %s --check-prefix=MOVES
// Tests collectives in a loop, of values of its body and of a function that only it calls, and how carried values lie. The same is sent, and results agree.
// SAME: check: 4 ranks equal one device
// MOVES: equivalence: 4 devices, 1 results, {{.*}}collectives: all_to_all x2 (144 bytes), reduce_scatter x6 (1728 bytes), collective_permute x3 (96 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
// CHECK: func.func public @main(
func.func public @main(%x: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<3x12x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %k: tensor<12x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  // CHECK: %[[X:.*]] = sdy.all_to_all [{"x"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"x"}]>
  // CHECK: %[[R:.*]]:4 = stablehlo.while({{.*}} = %[[X]], {{.*}}sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{}, {"x"}]>, <@mesh, [{?}, {?}, {?}]>, <@mesh, [{?}, {?}]>]>
  %r:4 = stablehlo.while(%i = %zero, %c = %x, %ws = %w, %kk = %k) : tensor<i32>, tensor<8x12xf32>, tensor<3x12x12xf32>, tensor<12x12xf32>
   cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %z0 = stablehlo.constant dense<0> : tensor<i32>
    %s = stablehlo.dynamic_slice %ws, %i, %z0, %z0, sizes = [1, 12, 12] : (tensor<3x12x12xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x12x12xf32>
    %l = stablehlo.reshape %s : (tensor<1x12x12xf32>) -> tensor<12x12xf32>
    %next = func.call @layer(%c, %l, %kk) : (tensor<8x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>) -> tensor<8x12xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next, %ws, %kk : tensor<i32>, tensor<8x12xf32>, tensor<3x12x12xf32>, tensor<12x12xf32>
  }
  // CHECK: sdy.all_to_all [{"x"}: 1->0] %[[R]]#1 out_sharding=<@mesh, [{"x"}, {}]>
  return %r#1 : tensor<8x12xf32>
}
// CHECK: func.func private @layer(
func.func private @layer(%c: tensor<8x12xf32>, %l: tensor<12x12xf32>, %k: tensor<12x12xf32>) -> tensor<8x12xf32> {
  // CHECK: %[[D:.*]] = stablehlo.dot_general {{.*}} unreduced={"x"}
  // CHECK: %[[T:.*]] = sdy.reduce_scatter [{}, {"x"}] %[[D]] out_sharding=<@mesh, [{}, {"x"}]>
  // CHECK: stablehlo.tanh %[[T]]
  %a = stablehlo.dot_general %c, %l, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x12xf32>) -> tensor<8x12xf32>
  %t = stablehlo.tanh %a : tensor<8x12xf32>
  %b = stablehlo.dot_general %t, %k, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x12xf32>) -> tensor<8x12xf32>
  // Parts of the second product are combined before they roll.
  // CHECK: %[[B:.*]] = sdy.reduce_scatter [{}, {"x"}]
  // CHECK: sdy.manual_computation(%[[B]])
  // CHECK: "stablehlo.collective_permute"({{.*}} : (tensor<8x1xf32>) -> tensor<8x1xf32>
  // CHECK-NOT: sdy.all
  %lo = stablehlo.slice %b [0:8, 1:12] : (tensor<8x12xf32>) -> tensor<8x11xf32>
  %hi = stablehlo.slice %b [0:8, 0:1] : (tensor<8x12xf32>) -> tensor<8x1xf32>
  %ro = stablehlo.concatenate %lo, %hi, dim = 1 : (tensor<8x11xf32>, tensor<8x1xf32>) -> tensor<8x12xf32>
  return %ro : tensor<8x12xf32>
}
