"""Every model, compiled for its mesh and run, equals JAX; its report says what the program and the run say."""
import re

import pytest

from harness import Model, assert_close, axes, local_bytes, model_names, per_kind

NAMES = model_names()
RUNS = [(name, steps) for name in NAMES for steps in Model(name).steps]
ANNOTATED = [name for name in NAMES if Model(name).meta["shardings"]]


@pytest.mark.parametrize("name,steps", RUNS)
def test_results_equal_jax(build, name, steps):
    built = build(name)
    got, _ = built.run(steps)
    assert_close(got, built.model.expected(steps), built.model.meta["tolerance"])


@pytest.mark.parametrize("name", NAMES)
def test_counted_collectives_are_the_reported(build, name):
    built = build(name)
    _, stats = built.run(1)
    assert per_kind(stats["collectives"]) == per_kind(built.report["collectives"])
    assert built.report["collectives"], "a model on 8 devices that communicates nothing"


@pytest.mark.parametrize("name", NAMES)
def test_totals_add_up(build, name):
    report = build(name).report
    totals = report["totals"]
    assert totals["bytes_per_device"] == sum(c["bytes_per_device"] for c in report["collectives"])
    assert totals["collectives"] == sum(c["count"] for c in report["collectives"])
    assert totals["flops_per_device"] > 0


@pytest.mark.parametrize("name", NAMES)
def test_each_collective_has_reason_and_line(build, name):
    for c in build(name).report["collectives"]:
        assert c["reason"] and c["origin"], c
        assert re.search(r"\.py:\d+$", c["location"]), c
        assert c["group_size"] > 1 and c["axes"], c


@pytest.mark.parametrize("name", ANNOTATED)
def test_annotations_are_kept(build, name):
    built = build(name)
    found = {a["name"]: a["sharding"] for a in built.report["arguments"]}
    assert found == built.model.meta["shardings"]


@pytest.mark.parametrize("name", [n for n in ANNOTATED if Model(n).meta["carried"]])
def test_fed_back_results_lie_as_their_arguments(build, name):
    report = build(name).report
    arguments = report["arguments"]
    pairs = [(r, arguments[r["alias"]]) for r in report["results"] if r.get("alias", -1) >= 0]
    assert pairs, "nothing is fed back"
    for result, argument in pairs:
        assert result["sharding"] == argument["sharding"], (result["name"], argument["name"])


@pytest.mark.parametrize("name", NAMES)
def test_memory_of_arguments_is_what_shardings_cost(build, name):
    report = build(name).report
    sizes = axes(report)
    assert sizes == build(name).model.meta["mesh"]
    least = sum(local_bytes(a, sizes) for a in report["arguments"])
    planned = report["memory"]["planned"]["arguments"]
    assert least <= planned <= least + 64 * len(report["arguments"])


@pytest.mark.parametrize("name", NAMES)
def test_peak_memory_is_the_planned(build, name):
    built = build(name)
    _, stats = built.run(1)
    planned = built.report["memory"]["planned"]
    peak = stats["peak_memory"]
    # What products pack is counted by itself (test_memory.py). Buffers are aligned to 64 bytes each, nothing else may be added.
    planned = sum(planned[part] for part in ("arguments", "results", "arena", "host"))
    ports = len(built.report["arguments"]) + len(built.report["results"]) + 1
    assert planned <= peak <= planned + 64 * ports
