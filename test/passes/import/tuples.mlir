// RUN: plait-opt %s --plait-import | FileCheck %s
// Tests that elements of tuples are the values that went in, also through functions, and that tokens are nothing.

// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<2xf32> {{.*}}, %[[Y:[a-z0-9]+]]: tensor<3xi32> 
func.func public @main(%x: tensor<2xf32>, %y: tensor<3xi32>) -> (tensor<3xi32>, tensor<2xf32>) {
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = stablehlo.after_all %0, %0 : !stablehlo.token
  %2 = call @pair(%x, %y) : (tensor<2xf32>, tensor<3xi32>) -> tuple<tensor<2xf32>, tensor<3xi32>>
  %3 = stablehlo.tuple %2, %1 : tuple<tuple<tensor<2xf32>, tensor<3xi32>>, !stablehlo.token>
  %4 = stablehlo.get_tuple_element %3[0] : (tuple<tuple<tensor<2xf32>, tensor<3xi32>>, !stablehlo.token>) -> tuple<tensor<2xf32>, tensor<3xi32>>
  %5 = stablehlo.get_tuple_element %4[1] : (tuple<tensor<2xf32>, tensor<3xi32>>) -> tensor<3xi32>
  %6 = stablehlo.get_tuple_element %2[0] : (tuple<tensor<2xf32>, tensor<3xi32>>) -> tensor<2xf32>
  // CHECK-NEXT: return %[[Y]], %[[X]]
  return %5, %6 : tensor<3xi32>, tensor<2xf32>
}

func.func private @pair(%x: tensor<2xf32>, %y: tensor<3xi32>) -> tuple<tensor<2xf32>, tensor<3xi32>> {
  %0 = stablehlo.tuple %x, %y : tuple<tensor<2xf32>, tensor<3xi32>>
  return %0 : tuple<tensor<2xf32>, tensor<3xi32>>
}
