// RUN: plait-compile %s --emit-shardings=sdy | FileCheck %s
// Tests that a long constant of booleans is written as words: as bytes it would mean something else to newer versions.
sdy.mesh @mesh = <["x"=2]>
func.func public @main(%x: tensor<1x128xi1> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<1x128xi1> {
  // CHECK: stablehlo.constant dense<{{.*}}true, false, true
  %c = stablehlo.constant dense<"0x05000000000000000000000000000000"> : tensor<1x128xi1>
  %0 = stablehlo.and %x, %c : tensor<1x128xi1>
  return %0 : tensor<1x128xi1>
}
