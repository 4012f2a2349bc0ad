"""tools/demo's second half, without building: it shows all parts, on 100 columns, and its verdict is its exit status."""
import re
import sys

import numpy as np
import pytest
from safetensors.numpy import save_file

from harness import BIN, MODELS, ROOT, load_file, run

DEMO = ROOT / "tools" / "show" / "demo.py"


@pytest.fixture(scope="module")
def shown():
    return run(sys.executable, DEMO, "--bin", BIN)


def test_verdict(shown):
    assert shown.status == 0, shown.text
    assert "verdict   equal within" in shown.text and "as predicted" in shown.text


@pytest.mark.parametrize("part", ["Shardings on data=4 × model=2", "Communication of one step", "Memory of one device",
                                  "Results after 3 steps"])
def test_parts(shown, part):
    assert part in shown.text


def test_states_and_values_have_shardings(shown):
    for state in ("parameter", "optimizer", "batch", "new parameter", "new optimizer"):
        assert re.search(rf"^  {state} +\d+ +\[", shown.text, re.M), state
    assert re.search(r"^ +\d+ +\[\{data\}.*contraction", shown.text, re.M)


def test_collectives_have_line_and_reason(shown):
    assert re.search(r"all_reduce +model +2 +12,288 +gpt\.py:\d+ +sum over model", shown.text)


def test_an_argument_is_drawn(shown):
    assert re.search(r"^argument '.*': \d+ x \d+ float32, \[", shown.text, re.M)
    assert "in each block the devices that hold it" in shown.text and "┌──" in shown.text


def test_results_are_compared(shown):
    for name in ("result[2]['loss']", "result[2]['grad_norm']", "new parameter", "new optimizer"):
        assert re.search(rf"{re.escape(name)} +\d+ .*\d\.\de[-+]\d\d", shown.text), name


def test_fits_a_terminal(shown):
    assert max(map(len, shown.text.splitlines())) <= 100


def test_another_model():
    assert run(sys.executable, DEMO, "gpt_infer", "--bin", BIN).status == 0


def test_a_model_that_is_not_there():
    done = run(sys.executable, DEMO, "gpt_fly", "--bin", BIN)
    assert done.status == 1 and "gpt_train" in done.text and "gpt_fly" in done.text


def test_a_wrong_result_is_told(tmp_path):
    """The verdict depends on the numbers: a model with other expected results is not equal."""
    folder = tmp_path / "test" / "e2e" / "models" / "mlp_train"
    folder.mkdir(parents=True)
    for file in (MODELS / "mlp_train").iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    wrong = load_file(folder / "expected_3.safetensors")
    wrong["result[2]['loss']"] = np.array(wrong["result[2]['loss']"] * 2)
    save_file(wrong, folder / "expected_3.safetensors")
    show = tmp_path / "tools" / "show"
    show.mkdir(parents=True)
    for file in DEMO.parent.glob("*.py"):
        (show / file.name).write_bytes(file.read_bytes())
    done = run(sys.executable, show / "demo.py", "mlp_train", "--bin", BIN)
    assert done.status == 1 and "NOT equal" in done.text, done.text
