"""Every named strategy on 8 ranks with every kind of training step: ten steps equal to one device, and bytes as predicted.

Programs of models/f64, in double precision, must agree to 1e-10 of a tensor's largest value: there rounding hides nothing. By
default each strategy trains a part of them. The whole matrix, float32 models and those of other folders included:

  .venv/bin/python -m pytest test/e2e/test_strategies.py --whole [--models FOLDER]

Which strategy is for which program
* Whatever divides examples is for all of them.
* tp and tp+sp are for all of them too: where nothing expands and contracts, an axis divides what else it can.
* ulysses is for programs with attention, ep for those with experts; the latter is refused elsewhere, and pp everywhere.
* A program that constrains values inside says itself how it is split, and is left out.
"""
import concurrent.futures
import os
import pathlib
import re

import pytest

from harness import BIN, MODELS, per_kind, read_json, run
from test_placements import without_annotations

DATA, NODES, BOTH = {"data": 8}, {"node": 2, "local": 4}, {"data": 4, "model": 2}
EXPERTS = {"data": 2, "expert": 4}
STATES = [(f"{name}@data", DATA) for name in ("ddp", "zero1", "zero2", "zero3", "fsdp", "fsdp-held", "zero-offload")]
STATES += [(f"{name}@node,local", NODES) for name in ("hsdp", "mics", "fcdp", "paro(r,i,w)", "paro(i,i,w)", "paro(i,w,w)", "paro(r,r,i)")]
WEIGHTS = [("tp@model", {"model": 8}), ("tp+sp@model", {"model": 8}), ("ddp@data+tp@model", BOTH), ("zero3@data+tp@model", BOTH),
           ("zero1@data+tp+sp@model", BOTH), ("hsdp@node,local+tp@model", {"node": 2, "local": 2, "model": 2})]
POSITIONS = [("ulysses@seq", {"seq": 8}), ("ddp@data+ulysses@seq", {"data": 4, "seq": 2}), ("zero3+cp@seq", {"seq": 8})]
ROUTED = [("ep@expert", {"expert": 8}), ("ddp@data+ep@expert", EXPERTS), ("zero3@data+ep@expert", EXPERTS)]
PIPELINE = [("pp@stage", {"stage": 8}), ("ddp@data+pp@stage", {"data": 2, "stage": 4})]
ATTENTION, EXPERT = re.compile("gpt|llama|t5|fused|vit"), re.compile("moe")
STEPS = 10
# Rounding to bf16 grows into differences as large as the values: after ten steps such a program on one device is no nearer to
# itself in float32 than to itself on eight.
STEPS_OF_BF16 = 3


# ---------------------------------------------------------------- what there is

class Program:
    """A folder with a training step: model.mlir, meta.json, and inputs.safetensors here or where `data` says."""

    def __init__(self, folder):
        self.folder, self.name = folder, f"{folder.parent.name}/{folder.name}"
        self.meta = read_json(folder / "meta.json")
        self.inputs = folder.parent / (self.meta.get("data") or folder.name) / "inputs.safetensors"
        self.states = self.meta.get("states") or {re.split(r"[.\[]", name)[0]: a["state"] for name, a in self.meta["arguments"].items()}
        self.tolerance = self.meta.get("tolerance") or self.meta["relative_tolerance"]

    def trains(self):
        return {"parameter", "optimizer", "batch"} <= set(self.states.values()) and self.inputs.exists()

    def constrains(self):
        return "sdy.sharding_constraint" in (self.folder / "model.mlir").read_text()

    def steps(self):
        return STEPS_OF_BF16 if "bf16" in self.name else STEPS


def programs(folder):
    """Training steps that differ in more than annotations."""
    found = {}
    for path in sorted(pathlib.Path(folder).glob("*/meta.json")):
        program = Program(path.parent)
        if program.trains() and not program.constrains():
            found.setdefault(program.inputs.parent.name if program.meta.get("data") else program.folder.name, program)
    plain = [name for name in found if name.replace("_plain", "").replace("_zero", "") != name]
    return [p for name, p in found.items() if name not in plain or name.replace("_plain", "").replace("_zero", "") not in found]


def applying(program):
    strategies = STATES + WEIGHTS
    strategies = strategies + (POSITIONS if ATTENTION.search(program.name) else [])
    return strategies + (ROUTED if EXPERT.search(program.name) else [])


def whole_matrix(folders):
    return [(program, *strategy) for folder in folders for program in programs(folder) for strategy in applying(program)]


def part_of_matrix():
    """Two programs for each strategy, in turn."""
    programs_of, cases = {}, []
    for program, strategy, mesh in whole_matrix([MODELS / "f64"]):
        programs_of.setdefault((strategy, tuple(mesh.items())), []).append(program)
    for i, ((strategy, mesh), found) in enumerate(programs_of.items()):
        chosen = sorted({i % len(found), (i + len(found) // 2) % len(found)})
        cases += [(found[j], strategy, dict(mesh)) for j in chosen]
    return cases


def pytest_generate_tests(metafunc):
    if "case" not in metafunc.fixturenames:
        return
    config = metafunc.config
    cases = whole_matrix([MODELS / "f64", MODELS, *config.getoption("--models")]) if config.getoption("--whole") else part_of_matrix()
    metafunc.parametrize("case", cases, ids=[f"{program.name}-{strategy}" for program, strategy, _ in cases])


# ---------------------------------------------------------------- running

def options_of(program, strategy, mesh):
    return ["--mesh", ",".join(f"{a}={n}" for a, n in mesh.items()), "--placement", strategy,
            "--state", ",".join(f"{name}={state}" for name, state in program.states.items())]


class Checked:
    """A program placed, run on all ranks and on one device; its report and what the run counted."""

    def __init__(self, case, folder):
        program, strategy, mesh = case
        report, stats = folder / "report.json", folder / "stats.json"
        self.done = run(BIN / "plait-run", without_annotations(program.folder / "model.mlir", folder), *options_of(program, strategy, mesh),
                        "--inputs", program.inputs, "--steps", program.steps(), "--check", "--tolerance", program.tolerance,
                        f"--report={report}", "--stats", stats, timeout=1200)
        if self.done.status == 0:
            self.report, self.stats = read_json(report), read_json(stats)


@pytest.fixture(scope="module")
def checked(request, tmp_path_factory):
    """checked(case): all cases of this run are started at once, as many at a time as there are processors."""
    cases = {item.callspec.id: item.callspec.params["case"] for item in request.session.items
             if item.fspath == request.node.fspath and "case" in getattr(item, "callspec", request).__dict__.get("params", {})}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        running = {key: pool.submit(Checked, case, tmp_path_factory.mktemp("strategy")) for key, case in cases.items()}
        yield lambda key: running[key].result()
        for future in running.values():
            future.cancel()


@pytest.fixture
def result(request, checked):
    return checked(request.node.callspec.id)


# ---------------------------------------------------------------- the tests

def test_ten_steps_equal_one_device(case, result):
    assert result.done.status == 0, result.done.text[-3000:]
    assert "8 ranks equal one device" in result.done.text


def test_counted_bytes_are_the_predicted(case, result):
    """By kind of collective, to the byte."""
    assert result.done.status == 0
    program, strategy, mesh = case
    counted, predicted = per_kind(result.stats["collectives"]), per_kind(result.report["predicted_traffic"])
    assert counted == per_kind(result.report["collectives"])
    if (strategy, mesh) in STATES and "resnet" not in program.name:  # whose statistics of a batch are sums too
        beyond = {kind: entry[1] - predicted.get(kind, [0, 0])[1] for kind, entry in counted.items()}
        assert 0 < beyond.pop("all_reduce") <= 64 and not any(beyond.values()), beyond  # the loss, the norm


F64 = programs(MODELS / "f64")


@pytest.mark.parametrize("strategy,mesh", PIPELINE, ids=[s for s, _ in PIPELINE])
@pytest.mark.parametrize("program", F64, ids=[p.name for p in F64])
def test_a_pipeline_is_refused(tmp_path, program, strategy, mesh):
    """By name: a module holds one program, and stages are several."""
    plain = without_annotations(program.folder / "model.mlir", tmp_path)
    done = run(BIN / "plait-compile", plain, "-o", tmp_path / "exe", *options_of(program, strategy, mesh))
    assert done.status == 1 and done.errors == 1
    assert re.search(r"plain\.mlir: error: an axis must not divide layers, .*got: 'stage' with role stages", done.text), done.text


@pytest.mark.parametrize("program", [p for p in F64 if not EXPERT.search(p.name)], ids=lambda p: p.name)
def test_experts_must_be_there(tmp_path, program):
    strategy, mesh = ROUTED[0]
    plain = without_annotations(program.folder / "model.mlir", tmp_path)
    done = run(BIN / "plait-compile", plain, "-o", tmp_path / "exe", *options_of(program, strategy, mesh))
    assert done.status == 1 and done.errors == 1
    assert re.search(r"plain\.mlir: error: an axis must divide something of the program, got: 'expert' with role experts", done.text), done.text
