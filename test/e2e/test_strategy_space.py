"""All partial redundancies of two nodes of four devices (PaRO, arXiv 2310.06003): each of parameters, gradients and optimizer state replicated,
split inside nodes, or split over all devices. Every point equals one device, and moves and keeps exactly what the closed form predicts,
between nodes too."""
import math
import re

import pytest

from harness import BIN, assert_close, axes, compiled, local_bytes, read_json, results_of, run
from test_placements import NODES, placed

ORDER = "riw"  # replicated, inner, whole
SPACE = [f"paro({p},{g},{o})@node,local" for o in ORDER for p in ORDER for g in ORDER
         if ORDER.index(p) <= ORDER.index(o) and ORDER.index(g) <= ORDER.index(o)]
NAMED = {"ddp": "r,r,r", "zero1": "r,r,w", "zero2": "r,w,w", "zero3": "w,w,w", "fsdp": "w,w,w", "hsdp": "i,i,i", "mics": "i,i,i"}
MODELS = ["mlp_plain_train", "gpt_plain_train"]
CASES = [(name, strategy) for name in MODELS for strategy in SPACE]
IDS = [f"{name}-{strategy}" for name, strategy in CASES]


@pytest.fixture(scope="module")
def train(tmp_path_factory):
    """train(name, strategy): the model, the report, and results and counters of three steps; once per case."""
    made = {}

    def get(name, strategy):
        if (name, strategy) not in made:
            folder = tmp_path_factory.mktemp("space")
            model, program, options = placed(name, strategy, NODES, folder)
            report = compiled(folder / "exe", program, *options, "--node-axes", "node")
            made[name, strategy] = (model, report, *results_of(folder / "exe", model.inputs, "--steps", 3))
        return made[name, strategy]

    return get


def sums(collectives, field="bytes_per_device"):
    """Per kind; sums of single numbers, such as the loss, are no traffic of states: a device receives at most 2 x 7/8 of 4 bytes."""
    table = {}
    for c in collectives:
        if c["kind"] != "all_reduce" or c["bytes_per_device"] > 7 * c["count"]:
            table[c["kind"]] = table.get(c["kind"], 0) + c[field]
    return table


def test_the_space_has_fourteen_points():
    assert len(SPACE) == len(set(SPACE)) == 14


@pytest.mark.parametrize("name,strategy", CASES, ids=IDS)
def test_training_equals_one_device(train, name, strategy):
    model, _, results, _ = train(name, strategy)
    assert_close(results, model.expected(3), model.meta["tolerance"])


@pytest.mark.parametrize("name,strategy", CASES, ids=IDS)
def test_counted_bytes_are_the_predicted(train, name, strategy):
    """By kind, in all and those from the other node; the run counts what the compiler listed."""
    _, report, _, stats = train(name, strategy)
    for field in ("bytes_per_device", "inter_node_bytes"):
        assert sums(stats["collectives"], field) == sums(report["predicted_traffic"], field), field
        assert stats["totals"][field] == report["totals"][field] == sum(c[field] for c in stats["collectives"])
        assert [c[field] for c in stats["collectives"]] == [c[field] for c in report["collectives"]]
    assert stats["mesh"]["node_axes"] == report["mesh"]["node_axes"] == ["node"]


@pytest.mark.parametrize("name,strategy", CASES, ids=IDS)
def test_predicted_memory_is_that_of_the_program(train, name, strategy):
    _, report, _, _ = train(name, strategy)
    predicted, sizes = report["memory"]["predicted"], axes(report)
    for state, key in (("parameter", "parameters"), ("optimizer", "optimizer")):
        ports = [a for a in report["arguments"] if a["state"] == state]
        assert ports and predicted[key] == sum(local_bytes(a, sizes) for a in ports)
    assert predicted["host"] == 0


@pytest.mark.parametrize("strategy", SPACE)
def test_states_are_divided_as_the_point_says(train, strategy):
    """GPT's widths are divided by 8: each state by 1, 4 or 8. A counter of steps stays whole."""
    _, report, _, _ = train("gpt_plain_train", strategy)
    divisor = dict(zip(ORDER, (1, 4, 8)))
    p, g, o = (divisor[letter] for letter in strategy[5:10:2])
    whole = sum(4 * math.prod(a["shape"]) for a in report["arguments"] if a["state"] == "parameter")
    predicted = report["memory"]["predicted"]
    assert (predicted["parameters"] * p, predicted["gradients"] * g, (predicted["optimizer"] - 4) * o) == (whole, whole, 2 * whole)


@pytest.mark.parametrize("word,point", NAMED.items())
def test_published_strategies_are_points(train, tmp_path, word, point):
    """Two words for one placement: the op that place leaves, and what is compiled from it."""
    model, program, options = placed("mlp_plain_train", f"{word}@node,local", NODES, tmp_path)
    strategies = [f"{word}@node,local", f"paro({point})@node,local"]

    def placement(strategy):
        options[options.index("--placement") + 1] = strategy
        done = run(BIN / "plait-compile", program, *options, "--compile-to=place")
        assert done.status == 0, done.text
        return [line for line in done.text.splitlines() if "plait.placement" in line]

    left, right = map(placement, strategies)
    assert len(left) == 1 and left == right
    options[options.index("--placement") + 1] = strategies[0]
    report = compiled(tmp_path / "exe", program, *options, "--node-axes", "node")
    other = train("mlp_plain_train", strategies[1])[1]
    assert report["collectives"] == other["collectives"] and report["memory"] == other["memory"]


def test_inner_strategies_send_less_between_nodes(train):
    """HSDP gathers inside its node: of ZeRO-3's gathers nothing is left between nodes, of its sums an all-reduce of each device's quarter."""
    _, zero3, _, counted3 = train("gpt_plain_train", "paro(w,w,w)@node,local")
    _, hsdp, _, counted = train("gpt_plain_train", "paro(i,i,i)@node,local")
    assert sums(counted["collectives"], "inter_node_bytes")["all_gather"] == 0
    assert sums(counted3["collectives"], "inter_node_bytes")["all_gather"] > 0
    assert hsdp["memory"]["predicted"]["parameters"] == 2 * zero3["memory"]["predicted"]["parameters"]


@pytest.mark.parametrize("strategy", SPACE)
def test_check_compares_with_one_device(tmp_path, strategy):
    """plait-run --check: the unplaced program on one device beside."""
    model, program, options = placed("mlp_plain_train", strategy, NODES, tmp_path)
    done = run(BIN / "plait-run", program, *options, "--inputs", model.inputs, "--steps", 3, "--check")
    assert done.status == 0 and "8 ranks equal one device" in done.text, done.text


# ---------------------------------------------------------------- cached gathers (FCDP, arXiv 2602.06499)

FCDP, ZERO3 = "fcdp@node,local", "zero3@node,local"
CACHED = ["mlp_plain_train", "gpt_plain_train", "llama_train"]


def gathers(collectives):
    """Parameter -> window -> bytes from the other node."""
    table = {}
    for c in collectives:
        if found := re.match(r"gather window (\w+) of (.*) over", c["reason"]):
            windows = table.setdefault(found[2], {})
            windows[found[1]] = windows.get(found[1], 0) + c["inter_node_bytes"]
    return table


@pytest.mark.parametrize("name", CACHED)
def test_cached_training_equals_one_device(train, name):
    model, report, results, stats = train(name, FCDP)
    assert_close(results, model.expected(3), model.meta["tolerance"])
    for field in ("bytes_per_device", "inter_node_bytes"):
        assert sums(stats["collectives"], field) == sums(report["predicted_traffic"], field), field


@pytest.mark.parametrize("name", CACHED)
def test_cached_gathers_cross_nodes_half_as_often(train, name):
    """What both passes read comes from the other node once, not twice; what one of them reads, once as before; sums are the same."""
    whole, cached = (train(name, strategy)[3]["collectives"] for strategy in (ZERO3, FCDP))
    before, after = gathers(whole), gathers(cached)
    both = {parameter for parameter, windows in before.items() if {"fwd", "bwd"} <= set(windows)}
    assert both and set(before) == set(after)
    assert 2 * sum(sum(after[p].values()) for p in both) == sum(sum(before[p].values()) for p in both) > 0
    for parameter, windows in before.items():
        assert sum(after[parameter].values()) * (2 if parameter in both else 1) == sum(windows.values()), parameter
        assert sum(bytes_ for window, bytes_ in after[parameter].items() if window != "cache") == 0
    assert sums(whole, "inter_node_bytes")["reduce_scatter"] == sums(cached, "inter_node_bytes")["reduce_scatter"]


def test_layers_that_are_computed_again_halve_everything(train):
    """Llama's layers read all their parameters in both passes: exactly half of their gathers between nodes, in all."""
    before, after = (gathers(train("llama_train", strategy)[3]["collectives"]) for strategy in (ZERO3, FCDP))
    layers = [p for p in before if "layers" in p]
    assert len(layers) == 9 and all(len(before[p]) == 2 for p in layers)
    assert 2 * sum(sum(after[p].values()) for p in layers) == sum(sum(before[p].values()) for p in layers)


@pytest.mark.parametrize("name", CACHED)
def test_cached_gathers_take_no_memory_of_the_device(train, name):
    """The peak of a device beside a host is that of ZeRO-3; the copies are the host's, which on the CPU is the same memory and comes on top."""
    (_, zero3, _, _), (_, fcdp, _, stats) = train(name, ZERO3), train(name, FCDP)
    plain, cached = zero3["memory"], fcdp["memory"]
    for key in ("arena", "arguments", "results"):
        assert plain["planned"][key] == cached["planned"][key], key
    for key in ("parameters", "optimizer", "gradients", "activations", "transient"):
        assert plain["predicted"][key] == cached["predicted"][key], key
    assert plain["planned"]["host"] == plain["predicted"]["host"] == 0
    # What only the forward pass reads need not wait: the plan is below the closed form.
    buffers = sum("window cache" in c["reason"] for c in fcdp["collectives"])
    assert 0 < cached["planned"]["host"] <= cached["predicted"]["host"] + 64 * buffers
    assert cached["host_is_device"] is True
    assert stats["memory"]["arena"] == cached["planned"]["arena"] + cached["planned"]["host"]


def adapters(folder):
    """Two frozen layers with adapters of rank 2 that are trained, traced by JAX."""
    jax, optax = pytest.importorskip("jax"), pytest.importorskip("optax")
    import jax.numpy as jnp
    import numpy as np
    from safetensors.numpy import save_file
    noise = np.random.default_rng(0)
    base = {name: noise.normal(size=shape).astype("float32") / 8 for name, shape in (("w", (64, 128)), ("v", (128, 64)))}
    params = {name: {"a": noise.normal(size=(w.shape[0], 2)).astype("float32") / 8, "b": noise.normal(size=(2, w.shape[1])).astype("float32") / 8}
              for name, w in base.items()}
    optimizer = optax.adam(1e-2)
    state = optimizer.init(params)

    def loss(p, base, x, y):
        layer = lambda name, h: h @ base[name] + h @ p[name]["a"] @ p[name]["b"]
        return jnp.mean((layer("v", jnp.tanh(layer("w", jnp.tanh(layer("v", jnp.tanh(layer("w", x))))))) - y)**2)

    def step(params, opt, base, x, y):
        value, gradient = jax.value_and_grad(loss)(params, base, x, y)
        update, opt = optimizer.update(gradient, opt, params)
        return optax.apply_updates(params, update), opt, {"loss": value}

    x, y = (noise.normal(size=(16, 64)).astype("float32") for _ in "xy")
    program = folder / "step.mlir"
    program.write_text(jax.jit(step, donate_argnums=(0, 1)).lower(params, state, base, x, y).as_text(debug_info=True))
    tensors = {"x": x, "y": y}
    for root, tree in (("params", params), ("opt", state), ("base", base)):
        for path, leaf in jax.tree_util.tree_flatten_with_path(tree)[0]:
            tensors[root + jax.tree_util.keystr(path)] = np.asarray(leaf)
    save_file(tensors, folder / "inputs.safetensors")
    return program


def test_frozen_parameters_never_cross_nodes(tmp_path):
    """Fine-tuning: the frozen ones lie in each node's host, split over its devices; what adapters move is all that crosses, below 1/8 of ZeRO-3's."""
    program, found = adapters(tmp_path), {}
    for strategy in (ZERO3, FCDP):
        report, stats = tmp_path / "report.json", tmp_path / "stats.json"
        done = run(BIN / "plait-run", program, "--mesh", "node=2,local=4", "--placement", strategy, "--node-axes", "node", "--state",
                   "params=parameter,base=parameter,opt=optimizer,x=batch,y=batch", "--inputs", tmp_path / "inputs.safetensors", "--steps", 3, "--check",
                   f"--report={report}", "--stats", stats)
        assert done.status == 0 and "8 ranks equal one device" in done.text, done.text
        found[strategy] = read_json(report), read_json(stats)
    (report, stats), (_, whole) = found[FCDP], found[ZERO3]
    for field in ("bytes_per_device", "inter_node_bytes"):
        assert sums(stats["collectives"], field) == sums(report["predicted_traffic"], field), field
    after, before = gathers(stats["collectives"]), gathers(whole["collectives"])
    for frozen in ("base['w']", "base['v']"):
        assert sum(after[frozen].values()) == 0 < sum(before[frozen].values())
    assert 8 * stats["totals"]["inter_node_bytes"] < whole["totals"]["inter_node_bytes"]
    sharding = {a["name"]: a["sharding"] for a in report["arguments"]}
    assert {sharding["base['w']"], sharding["base['v']"]} == {"[{},{local}]", "[{local},{}]"}
    frozen_bytes = 2 * 64 * 128 * 4 // 4
    predicted, planned = report["memory"]["predicted"], report["memory"]["planned"]
    assert predicted["host"] >= frozen_bytes > predicted["parameters"]
    assert planned["host"] >= frozen_bytes > planned["arguments"]
    assert stats["peak_memory"] == planned["arguments"] + planned["arena"] + planned["results"] + planned["host"]


def test_offloaded_states_take_no_memory_of_the_device(train):
    """ZeRO-Offload: the optimizer state is an argument of the host's; on the CPU the run has it all the same."""
    (_, zero2, _, _), (_, report, _, stats) = train("gpt_plain_train", "zero2@node,local"), train("gpt_plain_train", "zero-offload@node,local")
    planned, plain = report["memory"]["planned"], zero2["memory"]["planned"]
    optimizer = zero2["memory"]["predicted"]["optimizer"]
    assert planned["host"] >= optimizer and planned["arguments"] + planned["host"] == plain["arguments"]
    assert stats["peak_memory"] == sum(planned[key] for key in ("arguments", "arena", "results", "host"))
