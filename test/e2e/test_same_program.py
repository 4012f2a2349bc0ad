"""One program, printed or compiled twice, is one program: generic form, determinism, no locations."""
import re

import pytest

from harness import BIN, Model, assert_same_bits, compile_to, compiled, lasting, results_of, run

GENERIC = [name for name in ("mlp_train", "gpt_infer") if (Model(name).folder / "model.generic.mlir").exists()]


@pytest.mark.parametrize("name", GENERIC)
def test_generic_form_from_jax(build, tmp_path, name):
    pretty = build(name)
    report = compiled(tmp_path / "generic", pretty.model.folder / "model.generic.mlir")
    assert lasting(report) == lasting(pretty.report)
    got, _ = results_of(tmp_path / "generic", pretty.model.inputs)
    assert_same_bits(got, pretty.run(1)[0])


@pytest.mark.parametrize("name", ["gpt_train", "gpt_decode"])
def test_generic_form_from_plait_opt(build, tmp_path, name):
    pretty = build(name)
    printed = run(BIN / "plait-opt", pretty.model.program, "--mlir-print-op-generic", "--mlir-print-debuginfo",
                  "-o", tmp_path / "generic.mlir")
    assert printed.status == 0, printed.text
    report = compiled(tmp_path / "generic", tmp_path / "generic.mlir")
    assert lasting(report) == lasting(pretty.report)
    got, _ = results_of(tmp_path / "generic", pretty.model.inputs)
    assert_same_bits(got, pretty.run(1)[0])


@pytest.mark.parametrize("name", ["mlp_train", "gpt_train", "gpt_infer"])
def test_compiling_twice_gives_the_same(build, tmp_path, name):
    first = build(name)
    report = compiled(tmp_path / "second", first.model.program)
    assert lasting(report) == lasting(first.report)
    ours, theirs = (run(p, "--version").text for p in (tmp_path / "second", first.executable))
    assert ours == theirs
    got, stats = results_of(tmp_path / "second", first.model.inputs)
    before, earlier = first.run(1)
    assert_same_bits(got, before)
    assert stats["hash"] == earlier["hash"], "the manifest differs"


@pytest.mark.parametrize("stage", ["import", "propagate", "partition", "lower"])
def test_stages_are_deterministic(tmp_path, stage):
    program = Model("gpt_train").program
    texts = []
    for name in ("a.mlir", "b.mlir"):
        done = compile_to(tmp_path / name, program, f"--compile-to={stage}")
        assert done.status == 0, done.text
        texts.append((tmp_path / name).read_text())
    assert texts[0] == texts[1]


def without_locations(text):
    text = re.sub(r" loc\((?:[^()]|\([^()]*\))*\)", "", text)
    return re.sub(r"^#loc.*\n", "", text, flags=re.M)


def test_a_program_without_locations(build, tmp_path):
    """As as_text() prints it without debug_info: arguments have no names, lines are those of the .mlir."""
    named = build("gpt_infer")
    file = tmp_path / "bare.mlir"
    file.write_text(without_locations(named.model.program.read_text()))
    report = compiled(tmp_path / "bare", file)
    assert [a["name"] for a in report["arguments"]] == [f"arg{i}" for i in range(len(report["arguments"]))]
    assert all(re.search(r"bare\.mlir:\d+$", c["location"]) for c in report["collectives"])
    assert report["totals"] == named.report["totals"]
