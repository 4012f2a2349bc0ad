"""Running: formats of files, data per step, statistics, traces, and plait-run with its check against one device."""
import numpy as np
import pytest
from safetensors.numpy import save_file

from harness import BIN, Model, assert_same_bits, load_file, read_json, results_of, run

MLP = Model("mlp_train")
GPT_PLAIN = Model("gpt_plain_train").program


@pytest.fixture(scope="module")
def mlp(build):
    return build("mlp_train")


# ---------------------------------------------------------------- files

def test_npz_in_and_out(mlp, tmp_path):
    np.savez(tmp_path / "in.npz", **load_file(MLP.inputs))
    done = run(mlp.executable, "--inputs", tmp_path / "in.npz", "--outputs", tmp_path / "out.npz")
    assert done.status == 0, done.text
    with np.load(tmp_path / "out.npz") as written:
        assert_same_bits(dict(written), mlp.run(1)[0])


def test_compressed_npz(mlp, tmp_path):
    np.savez_compressed(tmp_path / "in.npz", **load_file(MLP.inputs))
    got, _ = results_of(mlp.executable, tmp_path / "in.npz")
    assert_same_bits(got, mlp.run(1)[0])


def test_one_input_by_name_goes_before_the_file(mlp, tmp_path):
    zeros = np.zeros((48, 20), np.float32)
    np.save(tmp_path / "x.npy", zeros)
    got, _ = results_of(mlp.executable, MLP.inputs, "--input", f"x={tmp_path / 'x.npy'}")
    save_file({**load_file(MLP.inputs), "x": zeros}, tmp_path / "all.safetensors")
    want, _ = results_of(mlp.executable, tmp_path / "all.safetensors")
    assert_same_bits(got, want)
    assert got["result[2]['loss']"] != mlp.run(1)[0]["result[2]['loss']"]


def test_inputs_from_two_files(mlp, tmp_path):
    tensors = load_file(MLP.inputs)
    batch = {name: tensors.pop(name) for name in ("x", "y")}
    save_file(batch, tmp_path / "batch.safetensors")
    save_file(tensors, tmp_path / "state.safetensors")
    got, _ = results_of(mlp.executable, tmp_path / "batch.safetensors", "--inputs", tmp_path / "state.safetensors")
    assert_same_bits(got, mlp.run(1)[0])


# ---------------------------------------------------------------- steps

def test_results_feed_back(mlp, tmp_path):
    """Three steps are three runs of one step, each from the results of the one before."""
    tensors = load_file(MLP.inputs)
    names = {r["name"]: mlp.report["arguments"][r["alias"]]["name"] for r in mlp.report["results"] if r.get("alias", -1) >= 0}
    for _ in range(3):
        save_file(tensors, tmp_path / "in.safetensors")
        got, _ = results_of(mlp.executable, tmp_path / "in.safetensors")
        tensors.update({argument: got[result] for result, argument in names.items()})
    assert_same_bits(got, mlp.run(3)[0])


def test_data_per_step(mlp, tmp_path):
    """An input with one more leading dimension holds one value per step."""
    tensors = load_file(MLP.inputs)
    several = {name: np.stack([tensors[name]] * 3) for name in ("x", "y")}
    save_file({**tensors, **several}, tmp_path / "in.safetensors")
    got, _ = results_of(mlp.executable, tmp_path / "in.safetensors", "--steps", 3)
    assert_same_bits(got, mlp.run(3)[0])


def test_other_data_in_each_step(mlp, tmp_path):
    tensors = load_file(MLP.inputs)
    batches = np.stack([tensors["x"], -tensors["x"]])
    save_file({**tensors, "x": batches}, tmp_path / "in.safetensors")
    got, _ = results_of(mlp.executable, tmp_path / "in.safetensors", "--steps", 2)
    same, _ = results_of(mlp.executable, MLP.inputs, "--steps", 2)
    assert got["result[2]['loss']"] != same["result[2]['loss']"]


# ---------------------------------------------------------------- what a run says

def test_statistics(mlp):
    _, stats = mlp.run(3)
    assert len(stats["step_seconds"]) == 3 and all(s > 0 for s in stats["step_seconds"])
    assert stats["ranks"] == 8 and stats["backend"] == "threads"
    sites = {c["site"]: c for c in mlp.report["collectives"]}
    assert {c["site"] for c in stats["collectives"]} == set(sites)
    for c in stats["collectives"]:
        assert c["count"] == sites[c["site"]]["count"], "counts are per step"
        assert c["reason"] == sites[c["site"]]["reason"] and c["wait_seconds"] >= 0


def test_trace(mlp, tmp_path):
    results_of(mlp.executable, MLP.inputs, "--steps", 2, "--trace", tmp_path / "trace.json")
    trace = read_json(tmp_path / "trace.json")
    events = trace["traceEvents"] if isinstance(trace, dict) else trace
    assert {e.get("tid", e.get("pid")) for e in events if e.get("ph") == "X"} >= set(range(8))
    assert any("all_reduce" in e.get("name", "") for e in events)


def test_losses_are_printed(mlp):
    done = run(mlp.executable, "--inputs", MLP.inputs)
    assert "result[2]['loss'] = " in done.text and "8 ranks (data=8)" in done.text


# ---------------------------------------------------------------- plait-run

def plait_run(*options, **kw):
    return run(BIN / "plait-run", *options, **kw)


def test_plait_run_compiles_and_runs(mlp, tmp_path):
    done = plait_run(MLP.program, "--inputs", MLP.inputs, "--outputs", tmp_path / "out.safetensors")
    assert done.status == 0, done.text
    assert_same_bits(load_file(tmp_path / "out.safetensors"), mlp.run(1)[0])


def test_plait_run_runs_an_executable(mlp, tmp_path):
    done = plait_run(mlp.executable, "--inputs", MLP.inputs, "--outputs", tmp_path / "out.safetensors")
    assert done.status == 0, done.text
    assert_same_bits(load_file(tmp_path / "out.safetensors"), mlp.run(1)[0])


def test_plait_run_takes_compile_options(tmp_path):
    report = tmp_path / "r.json"
    done = plait_run(MLP.program, "--mesh", "data=4", f"--report={report}", "--inputs", MLP.inputs)
    assert done.status == 0, done.text
    assert "4 ranks (data=4)" in done.text and read_json(report)["mesh"]["devices"] == 4


def test_plait_run_expected(tmp_path):
    steps = ["--steps", 3, "--expected", MLP.data / "expected_3.safetensors"]
    assert plait_run(MLP.program, "--inputs", MLP.inputs, *steps).status == 0
    other = ["--steps", 1, "--expected", MLP.data / "expected_3.safetensors"]
    assert plait_run(MLP.program, "--inputs", MLP.inputs, *other).status == 2


def test_plait_run_passes_an_error_on(tmp_path):
    done = plait_run(MLP.program, "--inputs", tmp_path / "nowhere.safetensors")
    assert done.status == 1 and done.errors == 1, done.text


def test_plait_run_refuses_a_broken_program(tmp_path):
    (tmp_path / "bad.mlir").write_text("module {")
    done = plait_run(tmp_path / "bad.mlir")
    assert done.status == 1 and done.errors == 1, done.text


@pytest.mark.parametrize("name", ["mlp_train", "gpt_infer", "gpt_train"])
def test_check_against_one_device(name):
    """The one-device reference shares no code with partitioning, code generation and runtime."""
    model = Model(name)
    done = plait_run(model.program, "--inputs", model.inputs, "--check")
    assert done.status == 0, done.text


def test_check_makes_its_own_inputs():
    done = plait_run(MLP.program, "--check", "--seed", 7)
    assert done.status == 0, done.text


def test_check_warns_of_nan():
    """Second moments below zero make every result NaN, and NaN equals NaN: not if --state says what they are."""
    options = ("--mesh", "data=2", "--check")
    done = plait_run(GPT_PLAIN, *options)
    assert done.status == 0 and "warning: NaN on one device in 'result[0]" in done.text, done.text
    done = plait_run(GPT_PLAIN, *options, "--state", "opt_state=optimizer")
    assert done.status == 0 and "warning" not in done.text, done.text


def test_check_on_a_mesh_that_does_not_divide():
    done = plait_run(MLP.program, "--inputs", MLP.inputs, "--mesh", "data=5", "--check")
    assert done.status == 0, done.text
