// RUN: plait-run %s | FileCheck %s
// Tests that both generators give XLA's bits and next states.
// CHECK: 7 of 7 checks hold
func.func public @main() -> tensor<2xui64> {
  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %s, %x = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %s.e = stablehlo.constant dense<[1, 4]> : tensor<2xui64>
  %x.e = stablehlo.constant dense<[0x0296e954, 0x802fd53b, 0xed3492d3, 0xdf435003]> : tensor<4xui32>
  stablehlo.custom_call @check.expect_eq(%s, %s.e) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  stablehlo.custom_call @check.expect_eq(%x, %x.e) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  %t, %y = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %t.e = stablehlo.constant dense<[1, 3]> : tensor<2xui64>
  %y.e = stablehlo.constant dense<[0x7d34a749, 0xa9b8bbe8, 0x7ba423d7, 0x2fb324d9]> : tensor<4xui32>
  stablehlo.custom_call @check.expect_eq(%t, %t.e) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  stablehlo.custom_call @check.expect_eq(%y, %y.e) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
  // 64 bits are two words, low first; 8 bits the low ones of a word.
  %u, %z = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2xui64>)
  %z.e = stablehlo.constant dense<[0xa9b8bbe87d34a749, 0x2fb324d97ba423d7]> : tensor<2xui64>
  stablehlo.custom_call @check.expect_eq(%z, %z.e) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  %v, %w = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui8>)
  %w.e = stablehlo.constant dense<[0x49, 0xe8, 0xd7, 0xd9]> : tensor<4xui8>
  stablehlo.custom_call @check.expect_eq(%w, %w.e) {has_side_effect = true} : (tensor<4xui8>, tensor<4xui8>) -> ()
  stablehlo.custom_call @check.expect_eq(%v, %t.e) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  return %u : tensor<2xui64>
}
