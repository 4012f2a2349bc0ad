"""Plait for propagation only: what it writes is what JAX and XLA read, and what Plait itself reads again."""
import json
import sys
from pathlib import Path

import pytest

from harness import BIN, Model, model_names, run

MESH = ["--mesh", "data=4,model=2"]
SHARDED = [name for name in model_names() if Model(name).meta["shardings"]]


def emit(kind, program, output, *options):
    done = run(BIN / "plait-compile", program, f"--emit-shardings={kind}", "-o", output, *options)
    assert done.status == 0, done.text
    return output


def python(*arguments):
    pytest.importorskip("jax")
    done = run(sys.executable, Path(__file__).parent / "interop_jax.py", *arguments)
    assert done.status == 0, done.text
    return done.text


@pytest.mark.parametrize("name", SHARDED)
def test_written_shardings_are_found_again(name, tmp_path):
    """Nothing is left to find: a program with its shardings gives the same program."""
    first = emit("sdy", Model(name).program, tmp_path / "first.mlir")
    second = emit("sdy", first, tmp_path / "second.mlir")
    one, two = (emit("jax", program, tmp_path / f"{program.stem}.json") for program in (first, second))
    assert json.loads(one.read_text()) == json.loads(two.read_text())
    assert json.loads(one.read_text()) == json.loads(emit("jax", Model(name).program, tmp_path / "own.json").read_text())


@pytest.mark.parametrize("name", SHARDED)
def test_xla_shards_as_written(name, tmp_path):
    """XLA parses the text, compiles it for all devices, and has the same shardings on arguments and results."""
    program = emit("sdy", Model(name).program, tmp_path / "program.mlir")
    specs = emit("jax", Model(name).program, tmp_path / "specs.json")
    entries = json.loads(specs.read_text())
    count = len(entries["arguments"]) + len(entries["results"])
    assert f"{count} shardings are the same" in python("compile", program, specs)


@pytest.mark.parametrize("name", [name for name in SHARDED if not name.startswith("llama_bf16")])
def test_collectives_are_read_back(name, tmp_path):
    """What partition moves, as collectives of sdy: JAX reads the text, and Plait runs it with the same results as on one device."""
    program = emit("sdy-collectives", Model(name).program, tmp_path / "program.mlir")
    assert " sdy.all_" in program.read_text()
    done = run(BIN / "plait-run", program, "--check", "--inputs", Model(name).inputs)
    assert done.status == 0, done.text
    assert "parsed" in python("parse", program)


@pytest.mark.parametrize("name, results", [("windows", 3), ("movements", 3)])
def test_xla_runs_exchanges(name, results, tmp_path):
    """Manual computations that exchange borders: XLA runs them as it runs the user's program by itself."""
    source = Path(__file__).parents[1] / "interop" / f"emit-sdy-{name}.mlir"
    one, other = (emit(kind, source, tmp_path / f"{kind}.mlir") for kind in ("sdy", "sdy-collectives"))
    assert "sdy.manual_computation" in other.read_text() and "sdy.manual_computation" not in one.read_text()
    assert f"{results} results are equal" in python("equal", one, other)


def test_jit_accepts_the_specs(tmp_path):
    """A function without annotations, sharded by two options of Plait, runs under jax.jit with what Plait found."""
    python("export", tmp_path / "f.mlir")
    specs = emit("jax", tmp_path / "f.mlir", tmp_path / "specs.py", *MESH, "--shard", "x=[{data},{}]",
                 "--shard", "params['up']=[{},{model}]")
    text = python("jit", specs)
    assert "accepted: [0]['down'] P('model', None), [0]['up'] P(None, 'model')" in text, text


def test_shardings_pass_foreign_code(tmp_path):
    """Code that only JAX knows, with a sharding rule: rows stay split behind it, and XLA runs it on the rows of each device."""
    python("export_foreign", tmp_path / "f.mlir")
    assert "sdy.sharding_rule" in (tmp_path / "f.mlir").read_text()
    specs = emit("jax", tmp_path / "f.mlir", tmp_path / "specs.py")
    text = python("jit_foreign", specs)
    assert "runs on P('data', None)" in text.replace("PartitionSpec", "P"), text
    assert "result P('data', None)" in text.replace("PartitionSpec", "P"), text
    done = run(BIN / "plait-run", tmp_path / "f.mlir")
    assert done.status == 1 and "error: 'linalgx.foreign_call' op has no implementation on this target" in done.text


@pytest.mark.parametrize("placement", ["tp@model", "zero3@data+tp@model"])
def test_foreign_code_costs_no_bytes(placement, tmp_path):
    """A training step whose norms only JAX knows moves what the same step moves with norms that Plait knows."""
    own, foreign = tmp_path / "own.mlir", tmp_path / "foreign.mlir"
    python("export_steps", own, foreign)
    assert "custom_call" in foreign.read_text() and "custom_call" not in own.read_text()
    reports = []
    for program in (own, foreign):
        report = program.with_suffix(".json")
        done = run(BIN / "plait-compile", program, "--state", "p=parameter,x=batch", "--placement", placement, "--compile-to=overlap",
                   "-o", tmp_path / "out.mlir", f"--report={report}")
        assert done.status == 0, done.text
        reports.append(json.loads(report.read_text()))
    one, other = ([(c["kind"], c["axes"], c["bytes_per_device"]) for c in r["collectives"]] for r in reports)
    assert one == other and len(one) >= 8
    assert reports[0]["totals"]["bytes_per_device"] == reports[1]["totals"]["bytes_per_device"] > 0


def test_programs_of_gspmd_give_what_jax_gives(tmp_path):
    """JAX without Shardy: sharding strings, and regions for one device, some axes of which are free."""
    program = tmp_path / "gspmd.mlir"
    python("gspmd", program, tmp_path)
    assert "SPMDFullToShardShape" in program.read_text() and "sdy." not in program.read_text()
    done = run(BIN / "plait-run", program, "--inputs", tmp_path / "inputs.npz", "--expected", tmp_path / "expected.npz")
    assert done.status == 0, done.text
    assert "8 ranks (axis0=4, axis1=2)" in done.text and "1 of 1 compared results agree" in done.text


@pytest.mark.parametrize("seed", range(4))
def test_strings_mean_what_jax_means(seed, tmp_path):
    """Arguments sharded at random, as strings without a mesh, come back as sdy on a mesh that was derived from them."""
    python("strings", tmp_path / "strings.mlir", seed)
    text = emit("sdy", tmp_path / "strings.mlir", tmp_path / "sdy.mlir").read_text()
    assert "mhlo.sharding" not in text and "sdy.mesh" in text
    assert "12 shardings are the same" in python("same", tmp_path / "sdy.mlir", seed)


def test_torch_placements_cover_every_mesh_dimension(tmp_path):
    """One placement per mesh dimension for each argument, and names as the program has them."""
    file = json.loads(emit("torch", Model("gpt_train").program, tmp_path / "p.json").read_text())
    names = file["mesh"]["mesh_dim_names"]
    assert names == list(Model("gpt_train").meta["mesh"])
    for entry in file["arguments"] + file["results"]:
        assert len(entry["placements"]) == len(names)
        for placement in entry["placements"]:
            assert placement["type"] in ("Shard", "Replicate", "Partial", "_StridedShard")
            assert placement.get("dim", 0) < max(len(entry["shape"]), 1)
    assert any(p["type"] == "Shard" for entry in file["arguments"] for p in entry["placements"])
