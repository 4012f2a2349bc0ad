// RUN: plait-opt %s --split-input-file -verify-diagnostics --plait-verify-spmd
// Tests rings whose steps do not do what they claim: the wrong block is sent, a block meets what belongs to another, one is left out,
// met twice, or its share is put elsewhere. The steps are followed block by block; the first program is right.

#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
plait.mesh @mesh = <"x"=4>
func.func @right(%a: tensor<2x8xf32> {plait.global = tensor<8x8xf32>, plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %w: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %z: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "z", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) {
  %r = coll.ring %w dim 0 over @mesh["x"] steps {
    %self = coll.axis_index over @mesh["x"] : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %l:2 = scf.for %t = %c0 to %c3 step %c1 iter_args(%b = %w, %s = %z) -> (tensor<2x6xf32>, tensor<2x6xf32>) {
      %next = coll.permute %b from @mesh["x"] to @mesh["x"] sources [1, 2, 3, 0] over @mesh["x"] site <0 partition "ring"> : (tensor<2x6xf32>) -> tensor<2x6xf32>
      %turn = arith.addi %self, %t : index
      %block = arith.remui %turn, %c4 : index
      %place = arith.muli %block, %c2 : index
      %cut = tensor.extract_slice %a[0, %place] [2, 2] [1, 1] : tensor<2x8xf32> to tensor<2x2xf32>
      %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cut, %b : tensor<2x2xf32>, tensor<2x6xf32>) outs(%s : tensor<2x6xf32>) {
      ^bb0(%x: f32, %y: f32, %o: f32):
        %m = arith.mulf %x, %y : f32
        %n = arith.addf %o, %m : f32
        linalg.yield %n : f32
      } -> tensor<2x6xf32>
      scf.yield %next, %p : tensor<2x6xf32>, tensor<2x6xf32>
    }
    %turn = arith.addi %self, %c3 : index
    %block = arith.remui %turn, %c4 : index
    %place = arith.muli %block, %c2 : index
    %cut = tensor.extract_slice %a[0, %place] [2, 2] [1, 1] : tensor<2x8xf32> to tensor<2x2xf32>
    %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cut, %l#0 : tensor<2x2xf32>, tensor<2x6xf32>) outs(%l#1 : tensor<2x6xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %m = arith.mulf %x, %y : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2x6xf32>
    coll.yield %p : tensor<2x6xf32>
  } whole {
  ^bb0(%all: tensor<8x6xf32>):
    %y = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %all : tensor<2x8xf32>, tensor<8x6xf32>) outs(%z : tensor<2x6xf32>) {
    ^bb0(%x: f32, %v: f32, %o: f32):
      %m = arith.mulf %x, %v : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2x6xf32>
    coll.yield %y : tensor<2x6xf32>
  } : (tensor<2x6xf32>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// -----

// Each trip sends the device's own block: the second that comes is the first again.
#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
plait.mesh @mesh = <"x"=4>
func.func @sends_first_block(%a: tensor<2x8xf32> {plait.global = tensor<8x8xf32>, plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %w: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %z: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "z", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) {
  %r = coll.ring %w dim 0 over @mesh["x"] steps {
    %self = coll.axis_index over @mesh["x"] : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %l:2 = scf.for %t = %c0 to %c3 step %c1 iter_args(%b = %w, %s = %z) -> (tensor<2x6xf32>, tensor<2x6xf32>) {
      // expected-note @below {{the block came by this op}}
      %next = coll.permute %w from @mesh["x"] to @mesh["x"] sources [1, 2, 3, 0] over @mesh["x"] site <0 partition "ring"> : (tensor<2x6xf32>) -> tensor<2x6xf32>
      %turn = arith.addi %self, %t : index
      %block = arith.remui %turn, %c4 : index
      %place = arith.muli %block, %c2 : index
      %cut = tensor.extract_slice %a[0, %place] [2, 2] [1, 1] : tensor<2x8xf32> to tensor<2x2xf32>
      // expected-error @below {{must multiply each block with what belongs to it: device 0 over 'x' has block 1, of rows from 2 on, got: operand 0 from 4 on}}
      %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cut, %b : tensor<2x2xf32>, tensor<2x6xf32>) outs(%s : tensor<2x6xf32>) {
      ^bb0(%x: f32, %y: f32, %o: f32):
        %m = arith.mulf %x, %y : f32
        %n = arith.addf %o, %m : f32
        linalg.yield %n : f32
      } -> tensor<2x6xf32>
      scf.yield %next, %p : tensor<2x6xf32>, tensor<2x6xf32>
    }
    %turn = arith.addi %self, %c3 : index
    %block = arith.remui %turn, %c4 : index
    %place = arith.muli %block, %c2 : index
    %cut = tensor.extract_slice %a[0, %place] [2, 2] [1, 1] : tensor<2x8xf32> to tensor<2x2xf32>
    %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cut, %l#0 : tensor<2x2xf32>, tensor<2x6xf32>) outs(%l#1 : tensor<2x6xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %m = arith.mulf %x, %y : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2x6xf32>
    coll.yield %p : tensor<2x6xf32>
  } whole {
  ^bb0(%all: tensor<8x6xf32>):
    %y = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %all : tensor<2x8xf32>, tensor<8x6xf32>) outs(%z : tensor<2x6xf32>) {
    ^bb0(%x: f32, %v: f32, %o: f32):
      %m = arith.mulf %x, %v : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2x6xf32>
    coll.yield %y : tensor<2x6xf32>
  } : (tensor<2x6xf32>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// -----

// Blocks come from behind, places are those of the other way round.
#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
plait.mesh @mesh = <"x"=4>
func.func @other_direction(%a: tensor<2x8xf32> {plait.global = tensor<8x8xf32>, plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %w: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %z: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "z", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) {
  %r = coll.ring %w dim 0 over @mesh["x"] steps {
    %self = coll.axis_index over @mesh["x"] : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %l:2 = scf.for %t = %c0 to %c3 step %c1 iter_args(%b = %w, %s = %z) -> (tensor<2x6xf32>, tensor<2x6xf32>) {
      // expected-note @below {{the block came by this op}}
      %next = coll.permute %b from @mesh["x"] to @mesh["x"] sources [3, 0, 1, 2] over @mesh["x"] site <0 partition "ring"> : (tensor<2x6xf32>) -> tensor<2x6xf32>
      %turn = arith.addi %self, %t : index
      %block = arith.remui %turn, %c4 : index
      %place = arith.muli %block, %c2 : index
      %cut = tensor.extract_slice %a[0, %place] [2, 2] [1, 1] : tensor<2x8xf32> to tensor<2x2xf32>
      // expected-error @below {{must multiply each block with what belongs to it: device 0 over 'x' has block 3, of rows from 6 on, got: operand 0 from 2 on}}
      %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cut, %b : tensor<2x2xf32>, tensor<2x6xf32>) outs(%s : tensor<2x6xf32>) {
      ^bb0(%x: f32, %y: f32, %o: f32):
        %m = arith.mulf %x, %y : f32
        %n = arith.addf %o, %m : f32
        linalg.yield %n : f32
      } -> tensor<2x6xf32>
      scf.yield %next, %p : tensor<2x6xf32>, tensor<2x6xf32>
    }
    %turn = arith.addi %self, %c3 : index
    %block = arith.remui %turn, %c4 : index
    %place = arith.muli %block, %c2 : index
    %cut = tensor.extract_slice %a[0, %place] [2, 2] [1, 1] : tensor<2x8xf32> to tensor<2x2xf32>
    %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cut, %l#0 : tensor<2x2xf32>, tensor<2x6xf32>) outs(%l#1 : tensor<2x6xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %m = arith.mulf %x, %y : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2x6xf32>
    coll.yield %p : tensor<2x6xf32>
  } whole {
  ^bb0(%all: tensor<8x6xf32>):
    %y = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %all : tensor<2x8xf32>, tensor<8x6xf32>) outs(%z : tensor<2x6xf32>) {
    ^bb0(%x: f32, %v: f32, %o: f32):
      %m = arith.mulf %x, %v : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2x6xf32>
    coll.yield %y : tensor<2x6xf32>
  } : (tensor<2x6xf32>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// -----

// Pairs of devices exchange blocks; the others' never come.
#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
plait.mesh @mesh = <"x"=4>
func.func @two_small_rings(%a: tensor<2x8xf32> {plait.global = tensor<8x8xf32>, plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %w: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %z: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "z", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) {
  %r = coll.ring %w dim 0 over @mesh["x"] steps {
    %self = coll.axis_index over @mesh["x"] : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %l:2 = scf.for %t = %c0 to %c3 step %c1 iter_args(%b = %w, %s = %z) -> (tensor<2x6xf32>, tensor<2x6xf32>) {
      // expected-note @below {{the block came by this op}}
      %next = coll.permute %b from @mesh["x"] to @mesh["x"] sources [1, 0, 3, 2] over @mesh["x"] site <0 partition "ring"> : (tensor<2x6xf32>) -> tensor<2x6xf32>
      %turn = arith.addi %self, %t : index
      %block = arith.remui %turn, %c4 : index
      %place = arith.muli %block, %c2 : index
      %cut = tensor.extract_slice %a[0, %place] [2, 2] [1, 1] : tensor<2x8xf32> to tensor<2x2xf32>
      // expected-error @below {{must multiply each block with what belongs to it: device 1 over 'x' has block 0, of rows from 0 on, got: operand 0 from 4 on}}
      %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cut, %b : tensor<2x2xf32>, tensor<2x6xf32>) outs(%s : tensor<2x6xf32>) {
      ^bb0(%x: f32, %y: f32, %o: f32):
        %m = arith.mulf %x, %y : f32
        %n = arith.addf %o, %m : f32
        linalg.yield %n : f32
      } -> tensor<2x6xf32>
      scf.yield %next, %p : tensor<2x6xf32>, tensor<2x6xf32>
    }
    %turn = arith.addi %self, %c3 : index
    %block = arith.remui %turn, %c4 : index
    %place = arith.muli %block, %c2 : index
    %cut = tensor.extract_slice %a[0, %place] [2, 2] [1, 1] : tensor<2x8xf32> to tensor<2x2xf32>
    %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cut, %l#0 : tensor<2x2xf32>, tensor<2x6xf32>) outs(%l#1 : tensor<2x6xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %m = arith.mulf %x, %y : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2x6xf32>
    coll.yield %p : tensor<2x6xf32>
  } whole {
  ^bb0(%all: tensor<8x6xf32>):
    %y = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %all : tensor<2x8xf32>, tensor<8x6xf32>) outs(%z : tensor<2x6xf32>) {
    ^bb0(%x: f32, %v: f32, %o: f32):
      %m = arith.mulf %x, %v : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2x6xf32>
    coll.yield %y : tensor<2x6xf32>
  } : (tensor<2x6xf32>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// -----

// A device at the end gets nothing, which is zeros.
#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
plait.mesh @mesh = <"x"=4>
func.func @nobody_sends(%a: tensor<2x8xf32> {plait.global = tensor<8x8xf32>, plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %w: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %z: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "z", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) {
  %r = coll.ring %w dim 0 over @mesh["x"] steps {
    %self = coll.axis_index over @mesh["x"] : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %l:2 = scf.for %t = %c0 to %c3 step %c1 iter_args(%b = %w, %s = %z) -> (tensor<2x6xf32>, tensor<2x6xf32>) {
      // expected-error @below {{must bring a block to each device, got: nothing for device 3 over 'x'}}
      %next = coll.permute %b from @mesh["x"] to @mesh["x"] sources [1, 2, 3, -1] over @mesh["x"] site <0 partition "ring"> : (tensor<2x6xf32>) -> tensor<2x6xf32>
      %turn = arith.addi %self, %t : index
      %block = arith.remui %turn, %c4 : index
      %place = arith.muli %block, %c2 : index
      %cut = tensor.extract_slice %a[0, %place] [2, 2] [1, 1] : tensor<2x8xf32> to tensor<2x2xf32>
      %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cut, %b : tensor<2x2xf32>, tensor<2x6xf32>) outs(%s : tensor<2x6xf32>) {
      ^bb0(%x: f32, %y: f32, %o: f32):
        %m = arith.mulf %x, %y : f32
        %n = arith.addf %o, %m : f32
        linalg.yield %n : f32
      } -> tensor<2x6xf32>
      scf.yield %next, %p : tensor<2x6xf32>, tensor<2x6xf32>
    }
    %turn = arith.addi %self, %c3 : index
    %block = arith.remui %turn, %c4 : index
    %place = arith.muli %block, %c2 : index
    %cut = tensor.extract_slice %a[0, %place] [2, 2] [1, 1] : tensor<2x8xf32> to tensor<2x2xf32>
    %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cut, %l#0 : tensor<2x2xf32>, tensor<2x6xf32>) outs(%l#1 : tensor<2x6xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %m = arith.mulf %x, %y : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2x6xf32>
    coll.yield %p : tensor<2x6xf32>
  } whole {
  ^bb0(%all: tensor<8x6xf32>):
    %y = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %all : tensor<2x8xf32>, tensor<8x6xf32>) outs(%z : tensor<2x6xf32>) {
    ^bb0(%x: f32, %v: f32, %o: f32):
      %m = arith.mulf %x, %v : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2x6xf32>
    coll.yield %y : tensor<2x6xf32>
  } : (tensor<2x6xf32>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// -----

// The place is that of the next block.
#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
plait.mesh @mesh = <"x"=4>
func.func @one_trip_behind(%a: tensor<2x8xf32> {plait.global = tensor<8x8xf32>, plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %w: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %z: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "z", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) {
  %r = coll.ring %w dim 0 over @mesh["x"] steps {
    %self = coll.axis_index over @mesh["x"] : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %l:2 = scf.for %t = %c0 to %c3 step %c1 iter_args(%b = %w, %s = %z) -> (tensor<2x6xf32>, tensor<2x6xf32>) {
      %next = coll.permute %b from @mesh["x"] to @mesh["x"] sources [1, 2, 3, 0] over @mesh["x"] site <0 partition "ring"> : (tensor<2x6xf32>) -> tensor<2x6xf32>
      %turn = arith.addi %self, %c1 : index
      %block = arith.remui %turn, %c4 : index
      %place = arith.muli %block, %c2 : index
      %cut = tensor.extract_slice %a[0, %place] [2, 2] [1, 1] : tensor<2x8xf32> to tensor<2x2xf32>
      // expected-error @below {{must multiply each block with what belongs to it: device 0 over 'x' has block 0, of rows from 0 on, got: operand 0 from 2 on}}
      %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cut, %b : tensor<2x2xf32>, tensor<2x6xf32>) outs(%s : tensor<2x6xf32>) {
      ^bb0(%x: f32, %y: f32, %o: f32):
        %m = arith.mulf %x, %y : f32
        %n = arith.addf %o, %m : f32
        linalg.yield %n : f32
      } -> tensor<2x6xf32>
      scf.yield %next, %p : tensor<2x6xf32>, tensor<2x6xf32>
    }
    %turn = arith.addi %self, %c3 : index
    %block = arith.remui %turn, %c4 : index
    %place = arith.muli %block, %c2 : index
    %cut = tensor.extract_slice %a[0, %place] [2, 2] [1, 1] : tensor<2x8xf32> to tensor<2x2xf32>
    %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cut, %l#0 : tensor<2x2xf32>, tensor<2x6xf32>) outs(%l#1 : tensor<2x6xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %m = arith.mulf %x, %y : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2x6xf32>
    coll.yield %p : tensor<2x6xf32>
  } whole {
  ^bb0(%all: tensor<8x6xf32>):
    %y = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %all : tensor<2x8xf32>, tensor<8x6xf32>) outs(%z : tensor<2x6xf32>) {
    ^bb0(%x: f32, %v: f32, %o: f32):
      %m = arith.mulf %x, %v : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2x6xf32>
    coll.yield %y : tensor<2x6xf32>
  } : (tensor<2x6xf32>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// -----

// The last block is multiplied before it is there.
#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
plait.mesh @mesh = <"x"=4>
func.func @one_trip_less(%a: tensor<2x8xf32> {plait.global = tensor<8x8xf32>, plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %w: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %z: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "z", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) {
  %r = coll.ring %w dim 0 over @mesh["x"] steps {
    %self = coll.axis_index over @mesh["x"] : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %l:2 = scf.for %t = %c0 to %c2 step %c1 iter_args(%b = %w, %s = %z) -> (tensor<2x6xf32>, tensor<2x6xf32>) {
      // expected-note @below {{the block came by this op}}
      %next = coll.permute %b from @mesh["x"] to @mesh["x"] sources [1, 2, 3, 0] over @mesh["x"] site <0 partition "ring"> : (tensor<2x6xf32>) -> tensor<2x6xf32>
      %turn = arith.addi %self, %t : index
      %block = arith.remui %turn, %c4 : index
      %place = arith.muli %block, %c2 : index
      %cut = tensor.extract_slice %a[0, %place] [2, 2] [1, 1] : tensor<2x8xf32> to tensor<2x2xf32>
      %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cut, %b : tensor<2x2xf32>, tensor<2x6xf32>) outs(%s : tensor<2x6xf32>) {
      ^bb0(%x: f32, %y: f32, %o: f32):
        %m = arith.mulf %x, %y : f32
        %n = arith.addf %o, %m : f32
        linalg.yield %n : f32
      } -> tensor<2x6xf32>
      scf.yield %next, %p : tensor<2x6xf32>, tensor<2x6xf32>
    }
    %turn = arith.addi %self, %c3 : index
    %block = arith.remui %turn, %c4 : index
    %place = arith.muli %block, %c2 : index
    %cut = tensor.extract_slice %a[0, %place] [2, 2] [1, 1] : tensor<2x8xf32> to tensor<2x2xf32>
    // expected-error @below {{must multiply each block with what belongs to it: device 0 over 'x' has block 2, of rows from 4 on, got: operand 0 from 6 on}}
    %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cut, %l#0 : tensor<2x2xf32>, tensor<2x6xf32>) outs(%l#1 : tensor<2x6xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %m = arith.mulf %x, %y : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2x6xf32>
    coll.yield %p : tensor<2x6xf32>
  } whole {
  ^bb0(%all: tensor<8x6xf32>):
    %y = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %all : tensor<2x8xf32>, tensor<8x6xf32>) outs(%z : tensor<2x6xf32>) {
    ^bb0(%x: f32, %v: f32, %o: f32):
      %m = arith.mulf %x, %v : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2x6xf32>
    coll.yield %y : tensor<2x6xf32>
  } : (tensor<2x6xf32>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// -----

// Three of four.
#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
plait.mesh @mesh = <"x"=4>
func.func @last_left_out(%a: tensor<2x8xf32> {plait.global = tensor<8x8xf32>, plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %w: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %z: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "z", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @below {{must multiply all 4 blocks for result 0, got: 3}}
  %r = coll.ring %w dim 0 over @mesh["x"] steps {
    %self = coll.axis_index over @mesh["x"] : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %l:2 = scf.for %t = %c0 to %c3 step %c1 iter_args(%b = %w, %s = %z) -> (tensor<2x6xf32>, tensor<2x6xf32>) {
      %next = coll.permute %b from @mesh["x"] to @mesh["x"] sources [1, 2, 3, 0] over @mesh["x"] site <0 partition "ring"> : (tensor<2x6xf32>) -> tensor<2x6xf32>
      %turn = arith.addi %self, %t : index
      %block = arith.remui %turn, %c4 : index
      %place = arith.muli %block, %c2 : index
      %cut = tensor.extract_slice %a[0, %place] [2, 2] [1, 1] : tensor<2x8xf32> to tensor<2x2xf32>
      %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cut, %b : tensor<2x2xf32>, tensor<2x6xf32>) outs(%s : tensor<2x6xf32>) {
      ^bb0(%x: f32, %y: f32, %o: f32):
        %m = arith.mulf %x, %y : f32
        %n = arith.addf %o, %m : f32
        linalg.yield %n : f32
      } -> tensor<2x6xf32>
      scf.yield %next, %p : tensor<2x6xf32>, tensor<2x6xf32>
    }
    %turn = arith.addi %self, %c3 : index
    %block = arith.remui %turn, %c4 : index
    %place = arith.muli %block, %c2 : index
    %cut = tensor.extract_slice %a[0, %place] [2, 2] [1, 1] : tensor<2x8xf32> to tensor<2x2xf32>
    %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cut, %l#0 : tensor<2x2xf32>, tensor<2x6xf32>) outs(%l#1 : tensor<2x6xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %m = arith.mulf %x, %y : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2x6xf32>
    coll.yield %l#1 : tensor<2x6xf32>
  } whole {
  ^bb0(%all: tensor<8x6xf32>):
    %y = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %all : tensor<2x8xf32>, tensor<8x6xf32>) outs(%z : tensor<2x6xf32>) {
    ^bb0(%x: f32, %v: f32, %o: f32):
      %m = arith.mulf %x, %v : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2x6xf32>
    coll.yield %y : tensor<2x6xf32>
  } : (tensor<2x6xf32>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// -----

// Each share is added to what was there before the ring: the others' are lost.
#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
plait.mesh @mesh = <"x"=4>
func.func @old_sum(%a: tensor<2x8xf32> {plait.global = tensor<8x8xf32>, plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %w: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %z: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "z", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) {
  %r = coll.ring %w dim 0 over @mesh["x"] steps {
    %self = coll.axis_index over @mesh["x"] : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %l:2 = scf.for %t = %c0 to %c3 step %c1 iter_args(%b = %w, %s = %z) -> (tensor<2x6xf32>, tensor<2x6xf32>) {
      %next = coll.permute %b from @mesh["x"] to @mesh["x"] sources [1, 2, 3, 0] over @mesh["x"] site <0 partition "ring"> : (tensor<2x6xf32>) -> tensor<2x6xf32>
      %turn = arith.addi %self, %t : index
      %block = arith.remui %turn, %c4 : index
      %place = arith.muli %block, %c2 : index
      %cut = tensor.extract_slice %a[0, %place] [2, 2] [1, 1] : tensor<2x8xf32> to tensor<2x2xf32>
      // expected-error @below {{is no step of a ring that can be checked: blocks are sent round, cut to, multiplied and put back}}
      %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cut, %b : tensor<2x2xf32>, tensor<2x6xf32>) outs(%z : tensor<2x6xf32>) {
      ^bb0(%x: f32, %y: f32, %o: f32):
        %m = arith.mulf %x, %y : f32
        %n = arith.addf %o, %m : f32
        linalg.yield %n : f32
      } -> tensor<2x6xf32>
      scf.yield %next, %p : tensor<2x6xf32>, tensor<2x6xf32>
    }
    %turn = arith.addi %self, %c3 : index
    %block = arith.remui %turn, %c4 : index
    %place = arith.muli %block, %c2 : index
    %cut = tensor.extract_slice %a[0, %place] [2, 2] [1, 1] : tensor<2x8xf32> to tensor<2x2xf32>
    %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cut, %l#0 : tensor<2x2xf32>, tensor<2x6xf32>) outs(%l#1 : tensor<2x6xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %m = arith.mulf %x, %y : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2x6xf32>
    coll.yield %p : tensor<2x6xf32>
  } whole {
  ^bb0(%all: tensor<8x6xf32>):
    %y = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %all : tensor<2x8xf32>, tensor<8x6xf32>) outs(%z : tensor<2x6xf32>) {
    ^bb0(%x: f32, %v: f32, %o: f32):
      %m = arith.mulf %x, %v : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2x6xf32>
    coll.yield %y : tensor<2x6xf32>
  } : (tensor<2x6xf32>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// -----

// The steps subtract.
#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
plait.mesh @mesh = <"x"=4>
func.func @other_product(%a: tensor<2x8xf32> {plait.global = tensor<8x8xf32>, plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %w: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %z: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "z", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) {
  %r = coll.ring %w dim 0 over @mesh["x"] steps {
    %self = coll.axis_index over @mesh["x"] : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %l:2 = scf.for %t = %c0 to %c3 step %c1 iter_args(%b = %w, %s = %z) -> (tensor<2x6xf32>, tensor<2x6xf32>) {
      %next = coll.permute %b from @mesh["x"] to @mesh["x"] sources [1, 2, 3, 0] over @mesh["x"] site <0 partition "ring"> : (tensor<2x6xf32>) -> tensor<2x6xf32>
      %turn = arith.addi %self, %t : index
      %block = arith.remui %turn, %c4 : index
      %place = arith.muli %block, %c2 : index
      %cut = tensor.extract_slice %a[0, %place] [2, 2] [1, 1] : tensor<2x8xf32> to tensor<2x2xf32>
      // expected-error @below {{is no step of a ring that can be checked: blocks are sent round, cut to, multiplied and put back}}
      %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cut, %b : tensor<2x2xf32>, tensor<2x6xf32>) outs(%s : tensor<2x6xf32>) {
      ^bb0(%x: f32, %y: f32, %o: f32):
        %m = arith.mulf %x, %y : f32
        %n = arith.subf %o, %m : f32
        linalg.yield %n : f32
      } -> tensor<2x6xf32>
      scf.yield %next, %p : tensor<2x6xf32>, tensor<2x6xf32>
    }
    %turn = arith.addi %self, %c3 : index
    %block = arith.remui %turn, %c4 : index
    %place = arith.muli %block, %c2 : index
    %cut = tensor.extract_slice %a[0, %place] [2, 2] [1, 1] : tensor<2x8xf32> to tensor<2x2xf32>
    %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cut, %l#0 : tensor<2x2xf32>, tensor<2x6xf32>) outs(%l#1 : tensor<2x6xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %m = arith.mulf %x, %y : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2x6xf32>
    coll.yield %p : tensor<2x6xf32>
  } whole {
  ^bb0(%all: tensor<8x6xf32>):
    %y = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %all : tensor<2x8xf32>, tensor<8x6xf32>) outs(%z : tensor<2x6xf32>) {
    ^bb0(%x: f32, %v: f32, %o: f32):
      %m = arith.mulf %x, %v : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2x6xf32>
    coll.yield %y : tensor<2x6xf32>
  } : (tensor<2x6xf32>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// -----

// What is the same on all devices, with the same bits, cannot be added up from another block on on each.
#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
plait.mesh @mesh = <"x"=4>
func.func @copies(%a: tensor<2x8xf32> {plait.global = tensor<2x8xf32>, plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{}, {}]>},
    %w: tensor<2x6xf32> {plait.global = tensor<8x6xf32>, plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %z: tensor<2x6xf32> {plait.global = tensor<2x6xf32>, plait.name = "z", plait.sharding = #plait.sharding<@mesh, [{}, {}]>})
    -> (tensor<2x6xf32> {plait.global = tensor<2x6xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{}, {}]>}) {
  // expected-error @below {{must not add blocks in another order on each device to what is the same on all of them along 'x'}}
  %r = coll.ring %w dim 0 over @mesh["x"] steps {
    %self = coll.axis_index over @mesh["x"] : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %l:2 = scf.for %t = %c0 to %c3 step %c1 iter_args(%b = %w, %s = %z) -> (tensor<2x6xf32>, tensor<2x6xf32>) {
      %next = coll.permute %b from @mesh["x"] to @mesh["x"] sources [1, 2, 3, 0] over @mesh["x"] site <0 partition "ring"> : (tensor<2x6xf32>) -> tensor<2x6xf32>
      %turn = arith.addi %self, %t : index
      %block = arith.remui %turn, %c4 : index
      %place = arith.muli %block, %c2 : index
      %cut = tensor.extract_slice %a[0, %place] [2, 2] [1, 1] : tensor<2x8xf32> to tensor<2x2xf32>
      %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cut, %b : tensor<2x2xf32>, tensor<2x6xf32>) outs(%s : tensor<2x6xf32>) {
      ^bb0(%x: f32, %y: f32, %o: f32):
        %m = arith.mulf %x, %y : f32
        %n = arith.addf %o, %m : f32
        linalg.yield %n : f32
      } -> tensor<2x6xf32>
      scf.yield %next, %p : tensor<2x6xf32>, tensor<2x6xf32>
    }
    %turn = arith.addi %self, %c3 : index
    %block = arith.remui %turn, %c4 : index
    %place = arith.muli %block, %c2 : index
    %cut = tensor.extract_slice %a[0, %place] [2, 2] [1, 1] : tensor<2x8xf32> to tensor<2x2xf32>
    %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%cut, %l#0 : tensor<2x2xf32>, tensor<2x6xf32>) outs(%l#1 : tensor<2x6xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %m = arith.mulf %x, %y : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2x6xf32>
    coll.yield %p : tensor<2x6xf32>
  } whole {
  ^bb0(%all: tensor<8x6xf32>):
    // expected-note @below {{the sum}}
    %y = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %all : tensor<2x8xf32>, tensor<8x6xf32>) outs(%z : tensor<2x6xf32>) {
    ^bb0(%x: f32, %v: f32, %o: f32):
      %m = arith.mulf %x, %v : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<2x6xf32>
    coll.yield %y : tensor<2x6xf32>
  } : (tensor<2x6xf32>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}
