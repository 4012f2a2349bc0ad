// RUN: split-file %s %t
// RUN: not plait-opt %t/rank.mlir 2>&1 | FileCheck %t/rank.mlir --implicit-check-not=error:
// RUN: not plait-opt %t/axis-twice.mlir 2>&1 | FileCheck %t/axis-twice.mlir --implicit-check-not=error:
// RUN: not plait-opt %t/not-in-mesh.mlir 2>&1 | FileCheck %t/not-in-mesh.mlir --implicit-check-not=error:
// RUN: not plait-opt %t/overlap.mlir 2>&1 | FileCheck %t/overlap.mlir --implicit-check-not=error:
// RUN: not plait-opt %t/misfit.mlir 2>&1 | FileCheck %t/misfit.mlir --implicit-check-not=error:
// RUN: not plait-opt %t/axis-zero.mlir 2>&1 | FileCheck %t/axis-zero.mlir --implicit-check-not=error:
// RUN: not plait-opt %t/same-name.mlir 2>&1 | FileCheck %t/same-name.mlir --implicit-check-not=error:
// RUN: not plait-opt %t/device-twice.mlir 2>&1 | FileCheck %t/device-twice.mlir --implicit-check-not=error:
// RUN: not plait-opt %t/no-mesh.mlir 2>&1 | FileCheck %t/no-mesh.mlir --implicit-check-not=error:
// RUN: not plait-opt %t/too-large.mlir 2>&1 | FileCheck %t/too-large.mlir --implicit-check-not=error:
// RUN: not plait-opt %t/named.mlir 2>&1 | FileCheck %t/named.mlir --implicit-check-not=error:
// RUN: not plait-opt %t/user.mlir 2>&1 | FileCheck %t/user.mlir --implicit-check-not=error:
// Tests that each wrong sharding gives one error, at its line and column.

//--- rank.mlir
module {
  sdy.mesh @mesh = <["a"=4, "b"=2]>
  func.func public @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
    return
  }
}
// CHECK: rank.mlir:3:26: error: argument #0 of 'main': 'sdy.sharding': a sharding must have one entry per dimension

//--- axis-twice.mlir
module {
  sdy.mesh @mesh = <["a"=4, "b"=2]>
  func.func public @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"a"}]>}) {
    return
  }
}
// CHECK: axis-twice.mlir:3:78: error: an axis must be used at most once

//--- not-in-mesh.mlir
module {
  sdy.mesh @mesh = <["a"=4, "b"=2]>
  func.func public @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c"}, {}]>}) {
    return
  }
}
// CHECK: not-in-mesh.mlir:3:26: error: argument #0 of 'main': 'sdy.sharding': an axis must be one of the mesh

//--- overlap.mlir
module {
  sdy.mesh @mesh = <["a"=4, "b"=2]>
  func.func public @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2}, {"a"}]>}) {
    return
  }
}
// CHECK: overlap.mlir:3:78: error: sub-axes must not overlap

//--- misfit.mlir
module {
  sdy.mesh @mesh = <["a"=4, "b"=2]>
  func.func public @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)3}, {}]>}) {
    return
  }
}
// CHECK: misfit.mlir:3:26: error: argument #0 of 'main': 'sdy.sharding': a sub-axis must be smaller than its axis of size 4

//--- axis-zero.mlir
module {
  sdy.mesh @mesh = <["a"=0]>
  func.func public @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
    return
  }
}
// CHECK: axis-zero.mlir:2:20: error: custom op 'sdy.mesh' the size of axis "a" must be at least 1

//--- same-name.mlir
module {
  sdy.mesh @mesh = <["a"=4, "a"=2]>
  func.func public @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
    return
  }
}
// CHECK: same-name.mlir:2:20: error: custom op 'sdy.mesh' the axes of a mesh must have different names

//--- device-twice.mlir
module {
  sdy.mesh @mesh = <["a"=2], device_ids=[0, 0]>
  func.func public @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
    return
  }
}
// CHECK: device-twice.mlir:2:20: error: custom op 'sdy.mesh' 'device_ids' must name each device once

//--- no-mesh.mlir
module {
  // no mesh
  func.func public @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
    return
  }
}
// CHECK: no-mesh.mlir:3:26: error: argument #0 of 'main': 'sdy.sharding': the mesh must be defined by a sdy.mesh, got: @mesh

//--- too-large.mlir
module {
  sdy.mesh @mesh = <["a"=1048576, "b"=1048576]>
  func.func public @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
    return
  }
}
// CHECK: too-large.mlir:2:20: error: custom op 'sdy.mesh' a mesh must have at most 65536 devices

//--- named.mlir
// The place of an argument that JAX names is that of the function.
module {
  func.func public @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>} loc("params['w']")) {
    return
  } loc("model.py":7:3)
}
// CHECK: model.py:7:3: error: argument #0 of 'main': 'sdy.sharding': the mesh must be defined

//--- user.mlir
// Where the function has none either, it is that of the argument's first user.
module {
  func.func public @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>} loc("params['w']")) {
    sdy.sharding_group %arg0 group_id=1 : tensor<8x6xf32> loc("mul"("model.py":9:5))
    return loc(unknown)
  } loc(unknown)
}
// CHECK: model.py:9:5: error: argument #0 of 'main': 'sdy.sharding': the mesh must be defined
