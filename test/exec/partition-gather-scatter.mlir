// RUN: plait-opt %s --plait-import --plait-test-equivalence -split-input-file | FileCheck %s
// RUN: plait-opt %s --plait-import --plait-propagate --plait-partition --plait-verify-spmd -split-input-file -o /dev/null
// Tests gather and scatter with split tables, indices and updates on 8 simulated
// devices against one.

// A table split by rows, each device looks up its own.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<5xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<5x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %k = stablehlo.constant dense<7> : tensor<5xi32>
  %j = stablehlo.multiply %i, %k : tensor<5xi32>
  %o = stablehlo.iota dim = 0 : tensor<5xi32>
  %l = stablehlo.add %j, %o : tensor<5xi32>
  %r = "stablehlo.gather"(%a, %l) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<10x6xf32>, tensor<5xi32>) -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// -----

// Rows and indices over different axes, uneven.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<5xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> (tensor<5x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
  %k = stablehlo.constant dense<7> : tensor<5xi32>
  %j = stablehlo.multiply %i, %k : tensor<5xi32>
  %o = stablehlo.iota dim = 0 : tensor<5xi32>
  %l = stablehlo.add %j, %o : tensor<5xi32>
  %r = "stablehlo.gather"(%a, %l) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<10x6xf32>, tensor<5xi32>) -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// -----

// Indices over the axis of the rows.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<5xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<5x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %k = stablehlo.constant dense<7> : tensor<5xi32>
  %j = stablehlo.multiply %i, %k : tensor<5xi32>
  %o = stablehlo.iota dim = 0 : tensor<5xi32>
  %l = stablehlo.add %j, %o : tensor<5xi32>
  %r = "stablehlo.gather"(%a, %l) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<10x6xf32>, tensor<5xi32>) -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// -----

// Columns split.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %i: tensor<5xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<5x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %k = stablehlo.constant dense<7> : tensor<5xi32>
  %j = stablehlo.multiply %i, %k : tensor<5xi32>
  %o = stablehlo.iota dim = 0 : tensor<5xi32>
  %l = stablehlo.add %j, %o : tensor<5xi32>
  %r = "stablehlo.gather"(%a, %l) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<10x6xf32>, tensor<5xi32>) -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// -----

// Rows over all devices: fewer rows than devices, starts beyond the end.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<6x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}, %i: tensor<5xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<5x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
  %k = stablehlo.constant dense<7> : tensor<5xi32>
  %j = stablehlo.multiply %i, %k : tensor<5xi32>
  %o = stablehlo.iota dim = 0 : tensor<5xi32>
  %l = stablehlo.add %j, %o : tensor<5xi32>
  %r = "stablehlo.gather"(%a, %l) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}> : (tensor<6x6xf32>, tensor<5xi32>) -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// -----

// Into rows split over devices; what falls outside is dropped.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<5xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %u: tensor<5x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %k = stablehlo.constant dense<7> : tensor<5xi32>
  %j = stablehlo.multiply %i, %k : tensor<5xi32>
  %o = stablehlo.iota dim = 0 : tensor<5xi32>
  %l = stablehlo.add %j, %o : tensor<5xi32>
  %r = "stablehlo.scatter"(%a, %l, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %0 = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<10x6xf32>, tensor<5xi32>, tensor<5x6xf32>) -> tensor<10x6xf32>
  return %r : tensor<10x6xf32>
}

// -----

// Updates split unevenly: a partial sum, the old values once.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %i: tensor<5xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %u: tensor<5x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %k = stablehlo.constant dense<7> : tensor<5xi32>
  %j = stablehlo.multiply %i, %k : tensor<5xi32>
  %o = stablehlo.iota dim = 0 : tensor<5xi32>
  %l = stablehlo.add %j, %o : tensor<5xi32>
  %r = "stablehlo.scatter"(%a, %l, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %0 = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<10x6xf32>, tensor<5xi32>, tensor<5x6xf32>) -> tensor<10x6xf32>
  return %r : tensor<10x6xf32>
}

// -----

// Updates split, the sum stored in parts.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %i: tensor<5xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %u: tensor<5x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %k = stablehlo.constant dense<7> : tensor<5xi32>
  %j = stablehlo.multiply %i, %k : tensor<5xi32>
  %o = stablehlo.iota dim = 0 : tensor<5xi32>
  %l = stablehlo.add %j, %o : tensor<5xi32>
  %r = "stablehlo.scatter"(%a, %l, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %0 = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<10x6xf32>, tensor<5xi32>, tensor<5x6xf32>) -> tensor<10x6xf32>
  return %r : tensor<10x6xf32>
}

// -----

// Rows and updates over different axes.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<5xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, %u: tensor<5x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %k = stablehlo.constant dense<7> : tensor<5xi32>
  %j = stablehlo.multiply %i, %k : tensor<5xi32>
  %o = stablehlo.iota dim = 0 : tensor<5xi32>
  %l = stablehlo.add %j, %o : tensor<5xi32>
  %r = "stablehlo.scatter"(%a, %l, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %0 = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<10x6xf32>, tensor<5xi32>, tensor<5x6xf32>) -> tensor<10x6xf32>
  return %r : tensor<10x6xf32>
}

// -----

// The largest of updates and old values.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %i: tensor<5xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %u: tensor<5x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %k = stablehlo.constant dense<7> : tensor<5xi32>
  %j = stablehlo.multiply %i, %k : tensor<5xi32>
  %o = stablehlo.iota dim = 0 : tensor<5xi32>
  %l = stablehlo.add %j, %o : tensor<5xi32>
  %r = "stablehlo.scatter"(%a, %l, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %0 = stablehlo.maximum %old, %new : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<10x6xf32>, tensor<5xi32>, tensor<5x6xf32>) -> tensor<10x6xf32>
  return %r : tensor<10x6xf32>
}

// -----

// Products.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %i: tensor<5xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, %u: tensor<5x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) -> (tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %k = stablehlo.constant dense<7> : tensor<5xi32>
  %j = stablehlo.multiply %i, %k : tensor<5xi32>
  %o = stablehlo.iota dim = 0 : tensor<5xi32>
  %l = stablehlo.add %j, %o : tensor<5xi32>
  %r = "stablehlo.scatter"(%a, %l, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %0 = stablehlo.multiply %old, %new : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<10x6xf32>, tensor<5xi32>, tensor<5x6xf32>) -> tensor<10x6xf32>
  return %r : tensor<10x6xf32>
}

// -----

// The diagonal of rows that are split, and the gradient of it: in the indices, rows are the shard's and columns are not.
// CHECK: equivalence: 4 devices, {{.*}}collectives: all_reduce x1 (48 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %u: tensor<8xf32>) -> (tensor<8xf32>, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %i = stablehlo.iota dim = 0 : tensor<8x2xi32>
  %zero = stablehlo.constant dense<0.0> : tensor<8x8xf32>
  %d = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<8x8xf32>, tensor<8x2xi32>) -> tensor<8xf32>
  %s = "stablehlo.scatter"(%zero, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<8x8xf32>, tensor<8x2xi32>, tensor<8xf32>) -> tensor<8x8xf32>
  %n = stablehlo.negate %s : tensor<8x8xf32>
  return %d, %n : tensor<8xf32>, tensor<8x8xf32>
}

// -----

// A shard of rows is as long as columns are.
// CHECK: equivalence: 4 devices, {{.*}}collectives: none
sdy.mesh @mesh = <["x"=4]>
func.func @main(%u: tensor<8xf32>) -> (tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %z = stablehlo.iota dim = 0 : tensor<8x1xi32>
  %t = stablehlo.constant dense<1> : tensor<8x1xi32>
  %i = stablehlo.concatenate %z, %t, dim = 1 : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32>
  %zero = stablehlo.constant dense<0.0> : tensor<8x2xf32>
  %s = "stablehlo.scatter"(%zero, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<8x2xf32>, tensor<8x2xi32>, tensor<8xf32>) -> tensor<8x2xf32>
  %n = stablehlo.negate %s : tensor<8x2xf32>
  return %n : tensor<8x2xf32>
}

// -----

// Rows and columns are split.
// CHECK: equivalence: 8 devices, {{.*}}collectives: all_reduce x1 (56 bytes){{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %u: tensor<8xf32>) -> (tensor<8xf32>, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %i = stablehlo.iota dim = 0 : tensor<8x2xi32>
  %zero = stablehlo.constant dense<0.0> : tensor<8x8xf32>
  %d = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<8x8xf32>, tensor<8x2xi32>) -> tensor<8xf32>
  %s = "stablehlo.scatter"(%zero, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %r = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<8x8xf32>, tensor<8x2xi32>, tensor<8xf32>) -> tensor<8x8xf32>
  %n = stablehlo.negate %s : tensor<8x8xf32>
  return %d, %n : tensor<8xf32>, tensor<8x8xf32>
}
