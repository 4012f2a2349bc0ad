"""Every tool says what it does, what version it is, and which option was meant."""
import pytest

from harness import BIN, run

TOOLS = ["plait-compile", "plait-opt", "plait-lsp-server", "plait-run"]
OURS = ["plait-compile", "plait-run"]


def tool(name):
    path = BIN / name
    if not path.exists():
        pytest.skip(f"{name} is not built")
    return path


@pytest.mark.parametrize("name", TOOLS)
def test_help(name):
    done = run(tool(name), "--help")
    assert done.status == 0 and len(done.text.splitlines()) > 5, done.text


@pytest.mark.parametrize("name", TOOLS)
def test_version(name):
    done = run(tool(name), "--version")
    assert done.status == 0 and "22." in done.text, done.text


@pytest.mark.parametrize("name", OURS)
def test_help_names_each_option_once(name):
    lines = [line.split()[0] for line in run(tool(name), "--help").text.splitlines() if line.startswith("  -")]
    assert len(lines) == len(set(lines)) and len(lines) >= 8


@pytest.mark.parametrize("name", OURS)
def test_did_you_mean(name):
    done = run(tool(name), "x.mlir", "--hlep")
    assert done.status == 1 and "did you mean '--help'" in done.text, done.text


@pytest.mark.parametrize("name", OURS)
def test_an_option_that_resembles_nothing(name):
    done = run(tool(name), "x.mlir", "--quetzalcoatl")
    assert done.status == 1 and "did you mean" not in done.text and "--quetzalcoatl" in done.text, done.text


@pytest.mark.parametrize("name", OURS)
def test_no_arguments(name):
    done = run(tool(name))
    assert done.status == 1 and done.errors == 1, done.text


def test_executable_help(build):
    done = run(build("mlp_train").executable, "--help")
    assert done.status == 0
    for option in ("--inputs", "--outputs", "--steps", "--stats", "--expected", "--backend"):
        assert option in done.text


def test_executable_version(build):
    assert run(build("mlp_train").executable, "--version").status == 0
