"""What JAX makes of shardings that Plait wrote; runs in a process of its own, since the number of devices is fixed early.

  interop_jax.py compile PROGRAM.mlir SPECS.json    XLA reads the program, and shards as the specs say
  interop_jax.py export PROGRAM.mlir                a program to find shardings for
  interop_jax.py jit SPECS.py                       jax.jit takes the specs for that program
  interop_jax.py export_foreign PROGRAM.mlir        the same, through code that only JAX knows
  interop_jax.py export_steps OWN.mlir FOREIGN.mlir a training step, and the same with norms that only JAX knows
  interop_jax.py jit_foreign SPECS.py               jax.jit runs that code on shards as the specs say
  interop_jax.py gspmd PROGRAM.mlir FOLDER          a program as JAX without Shardy prints it, its inputs and results
  interop_jax.py strings PROGRAM.mlir SEED          arguments sharded in many ways, as strings
  interop_jax.py same PROGRAM.mlir SEED             XLA shards the arguments of that program, in sdy, as JAX meant
  interop_jax.py equal ONE.mlir OTHER.mlir          XLA runs both programs, and what devices hold of the results is equal
"""
import json
import os
import runpy
import sys

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec


# ---------------------------------------------------------------- XLA reads the text

def load(path):
    """Compiles StableHLO text with sdy shardings, for the devices of its mesh."""
    from jax._src import compiler
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import func

    with mlir.make_ir_context():
        module = ir.Module.parse(open(path).read())
        devices = ir.IntegerAttr(module.operation.attributes["mhlo.num_partitions"]).value
        main = next(op for op in module.body if isinstance(op, func.FuncOp) and op.name.value == "main")
        arguments, results = len(main.type.inputs), len(main.type.results)
        options = compiler.get_compile_options(1, devices, np.arange(devices).reshape(1, devices))
        build = options.executable_build_options
        build.use_spmd_partitioning = build.use_shardy_partitioner = True
        build.allow_spmd_sharding_propagation_to_parameters = [False] * arguments
        build.allow_spmd_sharding_propagation_to_output = [False] * results
        client = jax.devices()[0].client
        return client.compile_and_load(module, xla_client.DeviceList(tuple(jax.devices()[:devices])), options)


def spec_of(entry):
    return PartitionSpec(*[tuple(axes) if isinstance(axes, list) else axes for axes in entry["spec"]])


def compare(program, specs):
    """Counts the arguments and results that XLA shards as the specs say."""
    from jax._src.lib import xla_client

    executable = load(program)
    specs = json.load(open(specs))
    mesh = specs["mesh"]
    devices = np.array(jax.devices()[:int(np.prod(mesh["axis_sizes"]))])
    if mesh["device_ids"]:
        devices = devices[mesh["device_ids"]]
    mesh = Mesh(devices.reshape(mesh["axis_sizes"]), mesh["axis_names"])
    same = 0
    for entries, found in ((specs["arguments"], executable.get_parameter_shardings()),
                           (specs["results"], executable.get_output_shardings())):
        assert len(entries) == len(found), (len(entries), len(found))
        for entry, proto in zip(entries, found):
            want = NamedSharding(mesh, spec_of(entry))._to_xla_hlo_sharding(len(entry["shape"]))
            got = xla_client.HloSharding.from_proto(proto)
            assert want == got, f"{entry['name']}: {got} is not {want}"
            same += 1
    print(f"{same} shardings are the same")


# ---------------------------------------------------------------- jax.jit takes the specs

def predict(params, x):
    hidden = jnp.tanh(x @ params["up"])
    return hidden @ params["down"], hidden.sum(axis=1)


def arguments():
    random = np.random.default_rng(0)
    shapes = {"up": (16, 64), "down": (64, 8)}
    return {name: random.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}, \
        random.normal(size=(32, 16)).astype(np.float32)


def export(path):
    with open(path, "w") as file:
        file.write(jax.jit(predict).lower(*arguments()).as_text(debug_info=True))


def jit(path):
    """Runs under the specs, and checks where the results lie and what they are."""
    written = runpy.run_path(path)
    mesh = written["make_mesh"]()
    inputs, results = (written["shardings"](mesh, written[name]) for name in ("ARGUMENTS", "RESULTS"))
    given = arguments()
    plain = jax.jit(predict)(*given)
    sharded = jax.jit(predict, in_shardings=jax.tree.unflatten(jax.tree.structure(given), inputs),
                      out_shardings=jax.tree.unflatten(jax.tree.structure(plain), results))(*given)
    for got, want, sharding in zip(jax.tree.leaves(sharded), jax.tree.leaves(plain), results):
        assert got.sharding.is_equivalent_to(sharding, got.ndim), (got.sharding, sharding)
        np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5)
    names = [jax.tree_util.keystr(path) for path, _ in jax.tree_util.tree_flatten_with_path(given)[0]]
    print("accepted:", ", ".join(f"{name} {sharding.spec}" for name, sharding in zip(names, inputs)))


# ---------------------------------------------------------------- foreign code

def shares(x):
    return x / jnp.sum(x, axis=-1, keepdims=True)


def through_foreign_code(x, w):
    """Rows by rows; what the code needs whole, and what not, says its rule."""
    from jax.experimental.custom_partitioning import custom_partitioning

    foreign = custom_partitioning(shares)

    def partition(mesh, arguments, result):
        print("runs on", arguments[0].sharding.spec)
        return mesh, shares, arguments[0].sharding, (arguments[0].sharding,)
    foreign.def_partition(partition=partition, sharding_rule="i j -> i j", need_replication_factors=("j",))
    return foreign(jnp.exp(x @ w))


def foreign_arguments():
    return np.arange(48, dtype=np.float32).reshape(8, 6) / 48, np.eye(6, 4, dtype=np.float32)


def export_foreign(path):
    """On one device JAX would look into the code: its rows are split."""
    mesh = Mesh(np.array(jax.devices()), ("data",))
    x, w = foreign_arguments()
    x = jax.device_put(x, NamedSharding(mesh, PartitionSpec("data", None)))
    with open(path, "w") as file:
        file.write(jax.jit(through_foreign_code).lower(x, w).as_text(debug_info=True))


def norm(x):
    return x / jnp.sqrt(jnp.mean(x * x, axis=-1, keepdims=True) + 1e-6)


def norm_gradient(x, g):
    return jax.vjp(norm, x)[1](g)[0]


def foreign_norm():
    """Its gradient is foreign code, too."""
    from jax.experimental.custom_partitioning import custom_partitioning

    def foreign(function, rule):
        result = custom_partitioning(function)
        result.def_partition(partition=None, sharding_rule=rule, need_replication_factors=("d",))
        return result
    forward, backward = foreign(norm, "b s d -> b s d"), foreign(norm_gradient, "b s d, b s d -> b s d")
    differentiable = jax.custom_vjp(forward)
    differentiable.defvjp(lambda x: (forward(x), x), lambda x, g: (backward(x, g),))
    return differentiable


def export_steps(own, foreign):
    mesh = Mesh(np.array(jax.devices()).reshape(4, 2), ("data", "model"))
    params = [tuple(jax.ShapeDtypeStruct(shape, np.float32) for shape in ((16, 64), (64, 16)))] * 2
    batch = jax.ShapeDtypeStruct((8, 4, 16), np.float32, sharding=NamedSharding(mesh, PartitionSpec("data")))

    def step_with(normalize):
        def loss(p, x):
            for up, down in p:
                x = x + jax.nn.relu(normalize(x) @ up) @ down
            return jnp.mean(x * x)

        def step(p, x):
            value, gradients = jax.value_and_grad(loss)(p, x)
            return jax.tree.map(lambda w, g: w - 0.1 * g, p, gradients), {"loss": value}
        return step
    for path, normalize in ((own, norm), (foreign, foreign_norm())):
        with open(path, "w") as file:
            file.write(jax.jit(step_with(normalize), donate_argnums=0).lower(params, batch).as_text(debug_info=True))


def jit_foreign(path):
    written = runpy.run_path(path)
    mesh = written["make_mesh"]()
    inputs, results = (written["shardings"](mesh, written[name]) for name in ("ARGUMENTS", "RESULTS"))
    x, w = foreign_arguments()
    function = jax.jit(through_foreign_code, in_shardings=tuple(inputs), out_shardings=results[0])
    np.testing.assert_allclose(function(x, w), shares(jnp.exp(x @ w)), rtol=1e-5)
    assert "all-gather" not in function.lower(x, w).compile().as_text()
    print("result", results[0].spec)


# ---------------------------------------------------------------- JAX without Shardy

def gspmd(program, folder):
    """Regions for one device, manual over one axis and over both, between annotations as strings."""
    jax.config.update("jax_use_shardy_partitioner", False)
    mesh = Mesh(np.array(jax.devices()).reshape(4, 2), ("x", "y"))
    given = [np.arange(64, dtype=np.float32).reshape(8, 8) / 64, np.eye(8, dtype=np.float32) + 1]

    def body(local):
        return local + jax.lax.psum(local, "x")

    def f(a, b):
        over_x = jax.shard_map(body, mesh=mesh, in_specs=PartitionSpec("x", None), out_specs=PartitionSpec("x", None),
                               axis_names={"x"}, check_vma=False)(a)
        over_x = jax.lax.with_sharding_constraint(over_x, NamedSharding(mesh, PartitionSpec(("y", "x"), None)))
        both = jax.shard_map(body, mesh=mesh, in_specs=PartitionSpec("x", "y"), out_specs=PartitionSpec("x", "y"),
                             check_vma=False)(b)
        return over_x @ both

    jitted = jax.jit(f, in_shardings=(NamedSharding(mesh, PartitionSpec("x", "y")),
                                      NamedSharding(mesh, PartitionSpec(None, "y"))))
    with open(program, "w") as file:
        file.write(jitted.lower(*given).as_text())
    np.savez(f"{folder}/inputs.npz", arg0=given[0], arg1=given[1])
    np.savez(f"{folder}/expected.npz", result=np.asarray(jitted(*given)))


def many(seed):
    """A mesh of 8 devices, perhaps in another order, and ways to shard a 3-d array over it."""
    random = np.random.default_rng(seed)
    shape = [(2, 2, 2), (4, 2), (2, 4), (8,)][seed % 4]
    names = [f"m{i}" for i in range(len(shape))]
    order = np.arange(8) if seed % 2 else random.permutation(8)
    mesh = Mesh(np.array(jax.devices())[order].reshape(shape), names)
    shardings = []
    for _ in range(12):
        dims = [[], [], []]
        for name in random.permutation(names):
            if random.random() < 0.75:
                dims[random.integers(3)].append(str(name))
        shardings.append(NamedSharding(mesh, PartitionSpec(*[tuple(axes) or None for axes in dims])))
    return shardings


def strings(program, seed):
    jax.config.update("jax_use_shardy_partitioner", False)
    shardings = many(int(seed))
    argument = jax.ShapeDtypeStruct((8, 8, 8), np.float32)
    lowered = jax.jit(lambda *xs: sum(x.sum() for x in xs), in_shardings=tuple(shardings)).lower(*[argument] * len(shardings))
    with open(program, "w") as file:
        file.write(lowered.as_text())


def same(program, seed):
    from jax._src.lib import xla_client

    shardings = many(int(seed))
    found = load(program).get_parameter_shardings()
    assert len(found) == len(shardings)
    for sharding, proto in zip(shardings, found):
        want, got = sharding._to_xla_hlo_sharding(3), xla_client.HloSharding.from_proto(proto)
        # By devices: the same tiling may be written in several ways.
        assert tiles(want) == tiles(got), f"{sharding.spec}: {got} is not {want}"
    print(f"{len(found)} shardings are the same")


def parse(program):
    """JAX's own sdy dialect reads and verifies it."""
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir import ir

    with mlir.make_ir_context(), open(program) as file:
        ir.Module.parse(file.read()).operation.verify()
    print("parsed")


def shards(program, arrays):
    """Runs a program on its devices: per result what each of them holds."""
    from jax._src.lib import xla_client
    from jax._src.sharding_impls import GSPMDSharding

    executable = load(program)
    devices = executable.local_devices()
    placed = [jax.device_put(array, GSPMDSharding(devices, xla_client.HloSharding.from_proto(proto)))
              for array, proto in zip(arrays, executable.get_parameter_shardings())]
    results = executable.execute_sharded(placed).disassemble_into_single_device_arrays()
    return [[np.asarray(part) for part in result] for result in results]


def equal(one, other):
    """Both programs have f32 arguments, of the same shapes."""
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir import ir

    with mlir.make_ir_context(), open(one) as file:
        main = next(op for op in ir.Module.parse(file.read()).body if op.operation.name == "func.func")
        shapes = [ir.RankedTensorType(type).shape for type in main.type.inputs]
    random = np.random.default_rng(0)
    arrays = [random.standard_normal(shape).astype(np.float32) for shape in shapes]
    results = shards(one, arrays), shards(other, arrays)
    for result, again in zip(*results):
        for part, same in zip(result, again):
            np.testing.assert_allclose(part, same, rtol=1e-4, atol=1e-5)
    print(f"{len(results[0])} results are equal")


def tiles(sharding):
    """The part of an 8 x 8 x 8 array that each device has."""
    from jax._src.sharding_impls import GSPMDSharding

    return {device.id: index for device, index in GSPMDSharding(jax.devices(), sharding).devices_indices_map((8, 8, 8)).items()}


if __name__ == "__main__":
    {"compile": compare, "export": export, "jit": jit, "export_foreign": export_foreign, "jit_foreign": jit_foreign, "export_steps": export_steps, "gspmd": gspmd, "strings": strings, "same": same, "parse": parse, "equal": equal}[sys.argv[1]](*sys.argv[2:])
