// RUN: plait-opt %s --plait-propagate-shardings=explain=true --verify-diagnostics -o /dev/null
// Tests that each value says where its axes came from, and each contraction over
// which axes it is repeated.
plait.mesh @mesh = <"x"=2, "y"=2>
// expected-remark @below {{contraction work of all devices is 200% of the program's}}
func.func @main(
    // expected-remark @below {{sharded [{x},{}]; dimension 0 {x} from an annotation}}
    %a: tensor<3x3xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    // expected-remark @below {{sharded [{},{}]}}
    %w: tensor<3x3xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {}]>},
    // expected-remark @below {{sharded [{},{}]}}
    %e: tensor<3x3xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {}]>}) -> tensor<3x3xf32> {
  // expected-remark @below {{sharded [{x},{}]; dimension 0 {x} from linalg.matmul}}
  // expected-remark @below {{contraction of 54 operations is split by {x} only: 2 devices repeat each part}}
  %r = linalg.matmul ins(%a, %w : tensor<3x3xf32>, tensor<3x3xf32>) outs(%e : tensor<3x3xf32>) -> tensor<3x3xf32>
  return %r : tensor<3x3xf32>
}
