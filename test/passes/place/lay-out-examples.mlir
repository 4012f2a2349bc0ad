// RUN: plait-opt %s --plait-place-lay-out-states | FileCheck %s
// RUN: plait-opt %s --plait-place-lay-out-states --remark-format=emitRemark --remarks-filter="plait-place.*" -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY
// Tests that of a batch only what has examples is divided: not the two words of a key, of which what reads it reads a certain one, in a loop
// as well, and not what has fewer rows than there are devices.

plait.mesh @mesh = <"data"=4>
plait.placement @ddp on @mesh {} roles {"data" = batch}

// CHECK-LABEL: func.func @main
// CHECK-SAME: plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"data"}]>
// CHECK-SAME: plait.name = "key", plait.sharding = #plait.sharding<@mesh, [{}]>
// CHECK-SAME: plait.name = "carried", plait.sharding = #plait.sharding<@mesh, [{}]>
// CHECK-SAME: plait.name = "words", plait.sharding = #plait.sharding<@mesh, [{"data"}]>
// CHECK-SAME: plait.name = "bounds", plait.sharding = #plait.sharding<@mesh, [{}]>

// WHY-NOT: Remark="{{x|words}} is
// WHY-DAG: [Missed] Batch | Category:plait-place-lay-out-states | Reason="what reads it reads a certain word of it", Remark="key is whole on each device"
// WHY-DAG: Remark="carried is whole on each device"
// WHY-DAG: Reason="it has fewer rows than there are devices, others of the batch have more", Remark="bounds is whole on each device"
// WHY-NOT: Remark="{{x|words}} is
func.func @main(%w: tensor<8xf32> {plait.name = "w", plait.state = #plait.state<parameter>},
                %x: tensor<8xf32> {plait.name = "x", plait.state = #plait.state<batch>},
                %key: tensor<8xi32> {plait.name = "key", plait.state = #plait.state<batch>},
                %carried: tensor<4xi32> {plait.name = "carried", plait.state = #plait.state<batch>},
                %words: tensor<4xi32> {plait.name = "words", plait.state = #plait.state<batch>},
                %bounds: tensor<2xf32> {plait.name = "bounds", plait.state = #plait.state<batch>})
    -> (tensor<1xi32>, i32, tensor<1xi32>, tensor<4xi32>, tensor<2xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %low = tensor.extract_slice %key[0] [1] [1] : tensor<8xi32> to tensor<1xi32>
  %high = tensor.extract %key[%c1] : tensor<8xi32>
  %next = scf.for %i = %c0 to %c4 step %c1 iter_args(%state = %carried) -> tensor<4xi32> {
    %word = tensor.extract %state[%c0] : tensor<4xi32>
    %other = tensor.from_elements %word, %word, %word, %word : tensor<4xi32>
    scf.yield %other : tensor<4xi32>
  }
  // One element and all of them: they are examples.
  %first = tensor.extract_slice %words[0] [1] [1] : tensor<4xi32> to tensor<1xi32>
  return %low, %high, %first, %words, %bounds, %x : tensor<1xi32>, i32, tensor<1xi32>, tensor<4xi32>, tensor<2xf32>, tensor<8xf32>
}
