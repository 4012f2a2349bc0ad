#!/usr/bin/env python3
"""Writes the models of this folder as the programs that JAX prints, with inputs and the results that JAX computes.

  test/e2e/models/export.py [NAME ...] [--out FOLDER] [--f64]      (needs: tools/python-env --export)

Per model: NAME/model.mlir, as `jax.jit(step).lower(...).as_text(debug_info=True)` prints it but for the folders of
source files; inputs.safetensors; expected_1.safetensors and, where results are fed back, expected_3.safetensors: the
results of one device after 1 and 3 steps; meta.json. A model that shares the data of another one has none of its own.
Those in GENERIC are written in generic form too.

With --f64: small versions in double precision without annotations, into the folder f64. Their inputs are parameters and
examples: `plait-run --check`, which they are for, makes up the optimizer's states and computes what is expected.
"""
import argparse
import json
import math
import os
import pathlib
import re
import sys

if "--f64" in sys.argv:
    os.environ["JAX_ENABLE_X64"] = "1"  # before JAX is loaded: models make their arrays by it
os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=8")
os.environ.setdefault("JAX_PLATFORMS", "cpu")
import jax
import numpy as np
from jax.sharding import AxisType, NamedSharding
from safetensors.numpy import save_file

import dlrm
import fused
import gpt
import images
import llama
import lstm
import mamba
import micro_batches
import mlp
import moe
import t5
from common import DOUBLE, unannotated

MODELS = {build.__name__: build for family in (mlp, gpt, llama, lstm, dlrm, t5, moe, fused) for build in family.MODELS}
# One of each kind of training step; names without "plain", as none is annotated.
F64 = {name.replace("plain_", ""): MODELS[name] for name in ("mlp_train", "gpt_train", "llama_train", "lstm_train", "dlrm_train",
                                                             "t5_train", "moe_plain_train", "fused_plain_train")}
F64.update((build.__name__, build) for build in (*images.MODELS, *mamba.MODELS, *micro_batches.MODELS, mlp.uneven_train, moe.moe_global_train,
                                                  moe.moe_ragged_train))
GENERIC = ("mlp_train", "gpt_infer")  # also printed in generic form


def shardings(model):
    """Per argument a tree of shardings; None where the model has no annotations."""
    if any(a.spec is None for a in model.arguments.values()):
        return None
    mesh = jax.make_mesh(tuple(model.mesh.values()), tuple(model.mesh), (AxisType.Auto,) * len(model.mesh))

    def of(argument):
        spec = argument.spec
        choose = spec if callable(spec) else lambda path, leaf: spec
        return jax.tree_util.tree_map_with_path(lambda path, x: NamedSharding(mesh, choose(path, np.asarray(x))),
                                                argument.value)

    return tuple(of(a) for a in model.arguments.values())


def jitted(model):
    """Results that are fed back keep the sharding of their argument; those arguments are donated."""
    values = [a.value for a in model.arguments.values()]
    options = {"keep_unused": True, "donate_argnums": tuple(range(model.carried))}
    inputs = shardings(model)
    if inputs:
        options["in_shardings"] = inputs
        if model.carried:
            free = len(jax.eval_shape(model.step, *values)) - model.carried
            options["out_shardings"] = inputs[: model.carried] + (None,) * free
    return jax.jit(model.step, **options)


def named(prefix, tree):
    """Leaves by the name that JAX prints, such as params['w']."""
    leaves = jax.tree_util.tree_leaves_with_path(tree)
    return {prefix + jax.tree_util.keystr(path): np.array(leaf, order="C") for path, leaf in leaves}


def portable(text):
    """Source files without the folders of this machine."""
    text = re.sub(r'"/[^"]*/site-packages/', '"', text)
    return re.sub(r'"/[^"]*/([^"/]+\.py)"', r'"\1"', text)


def one_device(model, steps):
    """The results after `steps` steps, without mesh or shardings."""
    step = jax.jit(model.step)
    arguments = [a.value for a in model.arguments.values()]
    for _ in range(steps):
        results = step(*arguments)
        if model.carried:
            arguments[: model.carried] = results[: model.carried]
    return results


def write_program(name, model, folder):
    shapes = [jax.tree.map(lambda x: jax.ShapeDtypeStruct(np.shape(x), np.asarray(x).dtype), a.value)
              for a in model.arguments.values()]
    lowered = jitted(model).lower(*shapes)
    (folder / "model.mlir").write_text(portable(lowered.as_text(debug_info=True)))
    if name in GENERIC:
        operation = lowered.compiler_ir(dialect="stablehlo").operation
        text = operation.get_asm(print_generic_op_form=True, enable_debug_info=True)
        (folder / "model.generic.mlir").write_text(portable(text))


def sharding_text(sharding, rank):
    """As reports and --shard spell it: [{data},{}]."""
    dims = [*sharding.spec, *[None] * (rank - len(sharding.spec))]
    axes = [() if d is None else d if isinstance(d, tuple) else (d,) for d in dims]
    return "[" + ",".join("{" + ",".join(a) + "}" for a in axes) + "]"


def describe(model):
    """meta.json: what the tests compare a report with."""
    annotations = {}
    for (name, a), tree in zip(model.arguments.items(), shardings(model) or ()):
        leaves = named(name, a.value)
        annotations.update((key, sharding_text(s, leaf.ndim))
                           for (key, leaf), s in zip(leaves.items(), jax.tree.leaves(tree)))
    return {"note": model.note, "mesh": model.mesh, "carried": model.carried,
            "states": {name: a.state for name, a in model.arguments.items()}, "shardings": annotations,
            "tolerance": model.tolerance, "data": model.data, "jax": jax.__version__}


def write_data(model, folder):
    inputs = {}
    for name, argument in model.arguments.items():
        inputs.update(named(name, argument.value))
    save_file(inputs, folder / "inputs.safetensors")
    for steps in (1, 3) if model.carried else (1,):
        save_file(named("result", one_device(model, steps)), folder / f"expected_{steps}.safetensors")


def export(name, folder):
    model = MODELS[name]()
    folder.mkdir(parents=True, exist_ok=True)
    write_program(name, model, folder)
    if not model.data:
        write_data(model, folder)
    (folder / "meta.json").write_text(json.dumps(describe(model), indent=1) + "\n")
    size = sum(f.stat().st_size for f in folder.iterdir())
    print(f"{name:18} {math.ceil(size / 1024):5} KiB", flush=True)


def export_f64(name, folder):
    model = unannotated(F64[name](), {"data": 8}, data="")
    model.tolerance = 1e-10
    folder.mkdir(parents=True, exist_ok=True)
    write_program("", model, folder)
    inputs = {}
    for prefix, argument in model.arguments.items():
        if argument.state != "optimizer":
            inputs.update(named(prefix, argument.value))
    save_file(inputs, folder / "inputs.safetensors")
    (folder / "meta.json").write_text(json.dumps(describe(model), indent=1) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[[], *(F64 if DOUBLE else MODELS)])
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).parent)
    parser.add_argument("--f64", action="store_true", help="small models in double precision, into FOLDER/f64")
    options = parser.parse_args()
    if options.f64:
        for name in options.names or F64:
            export_f64(name, options.out / "f64" / name)
        return
    for name in options.names or MODELS:
        export(name, options.out / name)


if __name__ == "__main__":
    main()
