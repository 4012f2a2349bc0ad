"""Named placements on 8 devices: equal to one device, and moving and keeping exactly what the closed form predicts.

The programs say nothing of shardings; those that JAX exported with annotations lose them here.
"""
import re

import numpy as np
import pytest

from harness import Model, assert_close, axes, compile_to, compiled, local_bytes, moved_bytes, per_kind, results_of, run, BIN

DATA = {"data": 8}
NODES = {"node": 2, "local": 4}
DATA_PARALLEL = ["ddp@data", "zero1@data", "zero2@data", "zero3@data", "fsdp-held@data"]
HYBRID = ["hsdp@node,local", "mics@node,local", "paro(r,i,w)@node,local", "fcdp@node,local"]
CASES = ([("mlp_plain_train", s, DATA) for s in DATA_PARALLEL] + [("mlp_plain_train", s, NODES) for s in HYBRID]
         + [("gpt_plain_train", s, DATA) for s in ("ddp@data", "zero1@data", "zero3@data")] + [("gpt_plain_train", s, NODES) for s in (HYBRID[0], HYBRID[3])]
         # Loops: over stacked layers, rematerialized in the backward pass, and over time.
         + [("llama_train", s, DATA) for s in ("zero2@data", "zero3@data", "fsdp-held@data")]
         + [("llama_train", HYBRID[3], NODES), ("llama_bf16_train", "zero3@data", DATA)]
         + [("lstm_train", s, DATA) for s in ("zero1@data", "zero3@data")])
IDS = [f"{name}-{strategy}" for name, strategy, _ in CASES]


def without_annotations(program, folder):
    text = program.read_text()
    sharding = r"sdy\.sharding = #sdy\.sharding<@\w+, \[[^\]]*\]>"
    text = re.sub(f"{sharding}, |, {sharding}|{sharding}", "", text)
    plain = folder / "plain.mlir"
    plain.write_text(re.sub(r"\n *sdy\.mesh [^\n]*", "", text))
    return plain


def placed(name, strategy, mesh, folder):
    """The options that place a model; the program without its own shardings."""
    model = Model(name)
    states = ",".join(f"{key}={state}" for key, state in model.meta["states"].items())
    options = ["--mesh", ",".join(f"{a}={n}" for a, n in mesh.items()), "--placement", strategy, "--state", states]
    return model, without_annotations(model.program, folder), options


@pytest.fixture(scope="module")
def train(tmp_path_factory):
    """train(name, strategy, mesh): the report, and results and counters of three steps; once per case."""
    made = {}

    def get(name, strategy, mesh):
        if (name, strategy) not in made:
            folder = tmp_path_factory.mktemp("placed")
            model, program, options = placed(name, strategy, mesh, folder)
            report = compiled(folder / "exe", program, *options)
            made[name, strategy] = (model, report, *results_of(folder / "exe", model.inputs, "--steps", 3))
        return made[name, strategy]

    return get


@pytest.mark.parametrize("name,strategy,mesh", CASES, ids=IDS)
def test_training_equals_one_device(train, name, strategy, mesh):
    model, _, results, _ = train(name, strategy, mesh)
    assert_close(results, model.expected(3), model.meta["tolerance"])


@pytest.mark.parametrize("name,strategy,mesh", CASES, ids=IDS)
def test_counted_bytes_are_the_predicted(train, name, strategy, mesh):
    """To the byte: parameters, gradients and updates, and the loss and norms of gradients that are summed."""
    _, report, _, stats = train(name, strategy, mesh)
    counted, predicted = per_kind(stats["collectives"]), per_kind(report["predicted_traffic"])
    assert counted == per_kind(report["collectives"])
    assert moved_bytes(counted) == moved_bytes(predicted) and report["lower_bounds"] == []
    assert report["unforeseen"] == []
    assert set(counted) <= {"all_gather", "reduce_scatter", "all_reduce"}
    reasons = {t["why"] for t in report["predicted_traffic"]}
    assert {"gradient", "statistic"} <= reasons <= {"gradient", "statistic", "forward", "backward", "update"}


@pytest.mark.parametrize("name,strategy,mesh", CASES, ids=IDS)
def test_predicted_memory_is_that_of_the_program(train, name, strategy, mesh):
    """The closed form, and the sum over what the compiled program takes as arguments."""
    _, report, _, _ = train(name, strategy, mesh)
    sizes, predicted = axes(report), report["memory"]["predicted"]
    for state, key in (("parameter", "parameters"), ("optimizer", "optimizer")):
        ports = [a for a in report["arguments"] if a["state"] == state]
        assert ports and predicted[key] == sum(local_bytes(a, sizes) for a in ports)
        width = {"int32": 4, "float32": 4, "bfloat16": 2}
        assert predicted[key] == sum(width[a["dtype"]] * int(np.prod(a["local_shape"], dtype=np.int64)) for a in ports)


@pytest.mark.parametrize("strategy,parameters,optimizer,gradients", [
    ("ddp@data", 1, 1, 1), ("zero1@data", 1, 8, 1), ("zero2@data", 1, 8, 8), ("zero3@data", 8, 8, 8), ("fsdp-held@data", 8, 8, 8)])
def test_memory_is_the_published(train, strategy, parameters, optimizer, gradients):
    """GPT's widths are divided by 8: P, O and G divided by n or not, as in the ZeRO paper. A counter of steps stays whole."""
    name = "gpt_plain_train"
    _, report, _, _ = train(name, strategy, DATA)
    whole = sum(4 * int(np.prod(a["shape"], dtype=np.int64)) for a in report["arguments"] if a["state"] == "parameter")
    predicted = report["memory"]["predicted"]
    assert predicted["parameters"] * parameters == whole
    assert (predicted["optimizer"] - 4) * optimizer == 2 * whole
    assert predicted["gradients"] * gradients == whole


@pytest.mark.parametrize("name", ["mlp_plain_train", "gpt_plain_train", "llama_train", "lstm_train"])
def test_gradients_are_found_in_the_source(train, name):
    _, report, _, _ = train(name, "zero3@data", DATA)
    parameters = [a for a in report["arguments"] if a["state"] == "parameter"]
    assert parameters and all(re.fullmatch(r"\w+\.py:\d+", a["gradient"]) for a in parameters)


def test_offloaded_states_are_in_host_memory(train):
    """ZeRO-Offload is ZeRO-2 whose optimizer is at home on the host: gradients go down and new parameters up."""
    name = "gpt_plain_train"
    _, zero2, _, _ = train(name, "zero2@data", DATA)
    model, report, results, _ = train(name, "zero-offload@data", DATA)
    assert_close(results, model.expected(3), model.meta["tolerance"])
    assert report["collectives"] == zero2["collectives"]
    whole = sum(4 * int(np.prod(a["shape"], dtype=np.int64)) for a in report["arguments"] if a["state"] == "parameter")
    predicted = report["memory"]["predicted"]
    assert predicted["parameters"] == whole and predicted["optimizer"] == predicted["gradients"] == 0
    assert predicted["host"] == (2 * whole + whole) // 8 + 4
    assert report["predicted_host_traffic"] == {"device_to_host": whole // 8, "host_to_device": whole // 8}


def test_cached_gathers_cross_nodes_once(train):
    """FCDP: the backward pass gathers inside its node from what the forward pass brought there."""
    _, report, _, _ = train("mlp_plain_train", "fcdp@node,local", NODES)
    gathers = [c for c in report["collectives"] if c["kind"] == "all_gather"]
    assert {tuple(c["axes"]) for c in gathers if "window cache" in c["reason"]} == {("node",)}
    assert {tuple(c["axes"]) for c in gathers if "window cache" not in c["reason"]} == {("local",)}
    assert sum("window cache of params[1]['w']" in c["reason"] for c in gathers) == 1
    assert sum("of params[1]['w']" in c["reason"] for c in gathers) == 3


def test_windows_are_the_reasons(train):
    """Every parameter is gathered forward, those that the backward pass reads once more; the update gathers nothing."""
    _, report, _, _ = train("mlp_plain_train", "zero3@data", DATA)
    reasons = [c["reason"] for c in report["collectives"] if c["kind"] == "all_gather"]
    windows = [re.fullmatch(r"gather window (\w+) of (params.*) over data", r).groups() for r in reasons]
    assert sorted(n for w, n in windows if w == "fwd") == ["params[0]['b']", "params[0]['w']", "params[1]['b']", "params[1]['w']", "params[2]['w']"]
    assert sorted(n for w, n in windows if w == "bwd") == ["params[1]['w']", "params[2]['w']"]


def test_layers_are_gathered_in_their_loop(train):
    """A slice of a stack at a time: 3 layers forward, 3 backward, for each of 9 stacks."""
    _, report, _, _ = train("llama_train", "zero3@data", DATA)
    gathers = [c for c in report["collectives"] if c["kind"] == "all_gather" and "layers" in c["reason"]]
    assert len(gathers) == 18 and all(c["count"] == 3 for c in gathers)


def test_check_compares_a_placed_program(tmp_path):
    """plait-run --check runs the unplaced program on one device beside."""
    model, program, options = placed("mlp_plain_train", "zero3@data", DATA, tmp_path)
    done = run(BIN / "plait-run", program, *options, "--inputs", model.inputs, "--steps", 3, "--check")
    assert done.status == 0 and "8 ranks equal one device" in done.text, done.text


def test_placement_from_a_file(tmp_path):
    model, program, options = placed("mlp_plain_train", f"@{tmp_path / 'placement.mlir'}", DATA, tmp_path)
    (tmp_path / "placement.mlir").write_text('plait.placement @mine on @mesh {optimizer = sharded over ["data"]} roles {"data" = batch}\n')
    from_file = compiled(tmp_path / "file", program, *options)
    options[options.index("--placement") + 1] = "zero1@data"
    named = compiled(tmp_path / "named", program, *options)
    assert from_file["collectives"] == named["collectives"] and from_file["predicted_traffic"] == named["predicted_traffic"]


@pytest.mark.parametrize("strategy,states,message", [
    ("zero4@data", None, r"a strategy must be one of .*got: 'zero4', did you mean 'zero"),
    ("zero3@dat", None, r"must be one of data, got: 'dat', did you mean 'data'"),
    ("zero3@data", "x=batch", r"which arguments are parameters; give --state NAME=parameter"),
    ("zero3@data", "params=parameter", r"which arguments are examples; give --state NAME=batch"),
    ("", None, r"--placement must be a strategy such as zero3@data, got: ''")])
def test_what_cannot_be_placed_is_one_error(tmp_path, strategy, states, message):
    _, program, options = placed("mlp_plain_train", strategy, DATA, tmp_path)
    if states:
        options[options.index("--state") + 1] = states
    done = compile_to(tmp_path / "exe", program, *options)
    assert done.status == 1 and done.errors == 1 and re.search(message, done.text), done.text
    assert not (tmp_path / "exe").exists()


def test_loss_must_be_known(tmp_path):
    """The only scalar is the loss; of two that are not called so, one must be named."""
    model, program, options = placed("mlp_plain_train", "zero3@data", DATA, tmp_path)
    program.write_text(program.read_text().replace("result[2]['loss']", "result[2]['value']"))
    done = compile_to(tmp_path / "exe", program, *options)
    assert done.status == 1 and "must be said by --loss NAME" in done.text, done.text
    report = compiled(tmp_path / "exe", program, *options, "--loss", "result[2]['value']")
    assert report["predicted_traffic"]
    done = compile_to(tmp_path / "other", program, *options, "--loss", "valu")
    assert done.status == 1 and "--loss must name one result" in done.text, done.text
