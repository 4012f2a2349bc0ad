"""All partial redundancies of two nodes of four devices (PaRO, arXiv 2310.06003): each of parameters, gradients and optimizer state replicated,
split inside nodes, or split over all devices. Every point equals one device, and moves and keeps exactly what the closed form predicts,
between nodes too."""
import math

import pytest

from harness import BIN, assert_close, axes, compiled, local_bytes, per_kind, results_of, run
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


@pytest.mark.parametrize("strategy", ["paro(i,r,w)@node,local", "paro(w,i,w)@node,local"])
def test_check_compares_with_one_device(tmp_path, strategy):
    """plait-run --check: the unplaced program on one device beside."""
    model, program, options = placed("mlp_plain_train", strategy, NODES, tmp_path)
    done = run(BIN / "plait-run", program, *options, "--inputs", model.inputs, "--steps", 3, "--check")
    assert done.status == 0 and "8 ranks equal one device" in done.text, done.text
