"""A compiled program refuses broken inputs and options: exit status 1, one error, no output file."""
import numpy as np
import pytest
from safetensors.numpy import save_file

from harness import compiled, run
from test_bad_programs import program, refused


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    """A program of 8 ranks with one argument, arg0: float32[8, 6]."""
    folder = tmp_path_factory.mktemp("good")
    file = folder / "good.mlir"
    file.write_text(program())
    compiled(folder / "good", file)
    return folder / "good"


@pytest.fixture
def inputs(tmp_path):
    file = tmp_path / "in.safetensors"
    save_file({"arg0": np.ones((8, 6), np.float32)}, file)
    return file


@pytest.fixture
def outputs(tmp_path):
    return tmp_path / "out.safetensors"


def test_good_inputs_are_taken(good, inputs, outputs):
    assert run(good, "--inputs", inputs, "--outputs", outputs).status == 0
    assert outputs.exists()


# ---------------------------------------------------------------- tensors

TENSORS = {
    "wrong shape": ({"arg0": np.ones((8, 7), np.float32)}, "float32[8, 7]"),
    "wrong rank": ({"arg0": np.ones(48, np.float32)}, "float32[48]"),
    "wrong type": ({"arg0": np.ones((8, 6))}, "float64"),
    "integers": ({"arg0": np.ones((8, 6), np.int32)}, "int32"),
    "another name": ({"other": np.ones((8, 6), np.float32)}, "arg0"),
    "nothing": ({}, "arg0"),
    "too few values for the steps": ({"arg0": np.ones((2, 8, 6), np.float32)}, ""),
}


@pytest.mark.parametrize("tensors,says", TENSORS.values(), ids=TENSORS)
def test_wrong_tensors(good, inputs, outputs, tensors, says):
    save_file(tensors, inputs)
    done = run(good, "--inputs", inputs, "--steps", 3, "--outputs", outputs, timeout=30)
    refused(done, outputs)
    assert says in done.text


# ---------------------------------------------------------------- files

FILES = {
    "empty": lambda whole: b"",
    "cut in its data": lambda whole: whole[:-20],
    "cut in its header": lambda whole: whole[:12],
    "cut in its length": lambda whole: whole[:5],
    "of a huge header": lambda whole: b"\xff" * 8 + whole[8:],
    "with a header that is no JSON": lambda whole: whole[:8] + b"#" * int.from_bytes(whole[:8], "little") + whole[-192:],
    "with an offset beyond its end": lambda whole: whole.replace(b"192]", b"999]"),
    "with a dtype that nobody knows": lambda whole: whole.replace(b'"F32"', b'"F33"'),
    "with a negative size": lambda whole: whole.replace(b"[8,6]", b"[-86]"),
    "text": lambda whole: b"arg0 = 1.0\n" * 20,
}


@pytest.mark.parametrize("damage", FILES.values(), ids=FILES)
def test_damaged_files(good, inputs, outputs, damage):
    inputs.write_bytes(damage(inputs.read_bytes()))
    refused(run(good, "--inputs", inputs, "--outputs", outputs, timeout=30), outputs)


def test_a_file_that_is_not_there(good, tmp_path, outputs):
    done = run(good, "--inputs", tmp_path / "nowhere.safetensors", "--outputs", outputs)
    refused(done, outputs)
    assert "nowhere" in done.text


def test_a_folder_that_is_not_there(good, inputs, tmp_path):
    outputs = tmp_path / "no" / "such" / "folder" / "out.safetensors"
    refused(run(good, "--inputs", inputs, "--outputs", outputs), outputs)


def test_a_damaged_npz(good, tmp_path, outputs):
    file = tmp_path / "in.npz"
    np.savez(file, arg0=np.ones((8, 6), np.float32))
    file.write_bytes(file.read_bytes()[:100])
    refused(run(good, "--inputs", file, "--outputs", outputs, timeout=30), outputs)


def test_a_stranger_among_file_names(good, tmp_path, outputs):
    file = tmp_path / "in.pickle"
    file.write_bytes(b"\x80\x04")
    refused(run(good, "--inputs", file, "--outputs", outputs), outputs)


# ---------------------------------------------------------------- options

OPTIONS = {
    "fewer ranks than devices": (["--ranks", 4], "8"),
    "more ranks than devices": (["--ranks", 16], "8"),
    "ranks that are no number": (["--ranks", "many"], "many"),
    "no steps": (["--steps", 0], "at least 1"),
    "negative steps": (["--steps", -1], "at least 1"),
    "a misspelt option": (["--stesp", 2], "did you mean '--steps'"),
    "an unknown backend": (["--backend", "carrier-pigeon"], "carrier-pigeon"),
    "an option without its value": (["--steps"], "--steps"),
    "a word too many": (["more"], "more"),
    "an argument that the program lacks": (["--input", "arg9=x.npy"], "arg9"),
    "an input without a name": (["--input", "x.npy"], "x.npy"),
    "a tolerance that is no number": (["--tolerance", "tight"], "tight"),
    "a timeout of zero": (["--timeout", 0], ""),
}


@pytest.mark.parametrize("options,says", OPTIONS.values(), ids=OPTIONS)
def test_wrong_options(good, inputs, outputs, options, says):
    done = run(good, "--inputs", inputs, "--outputs", outputs, *options, timeout=30)
    refused(done, outputs)
    assert says in done.text


def test_no_inputs_at_all(good, outputs):
    done = run(good, "--outputs", outputs)
    refused(done, outputs)
    assert "arg0" in done.text


# ---------------------------------------------------------------- expected results

def test_other_results_are_status_two(good, inputs, tmp_path):
    expected = tmp_path / "expected.safetensors"
    wanted = np.full((8, 6), 2, np.float32)
    wanted[3, 4] = 2.5
    save_file({"result0": wanted}, expected)
    done = run(good, "--inputs", inputs, "--expected", expected)
    assert done.status == 2, done.text
    assert "result0" in done.text and "2.5" in done.text and "3, 4" in done.text


def test_same_results_are_status_zero(good, inputs, tmp_path):
    expected = tmp_path / "expected.safetensors"
    save_file({"result0": np.full((8, 6), 2, np.float32)}, expected)
    assert run(good, "--inputs", inputs, "--expected", expected).status == 0
