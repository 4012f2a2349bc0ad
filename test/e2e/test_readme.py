"""What the README shows is what happens: its example's output, its snippet in Python, its links, its options."""
import os
import re
import subprocess
import sys

import pytest

from harness import BIN, ROOT, assert_close, load_file, run

README = (ROOT / "README.md").read_text()


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.S | re.M)


@pytest.fixture
def folder(tmp_path):
    """An empty folder from which the README's paths are seen."""
    for name in ("test", "tools"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "build").symlink_to(BIN.parent)
    return tmp_path


def session(text):
    """A console block as [(command, shown output)]."""
    parts = re.split(r"^\$ (.*)\n", text, flags=re.M)[1:]
    return list(zip(parts[::2], parts[1::2]))


def settled(text):
    """Times are left out, other figures rounded to what any processor agrees on."""
    text = re.sub(r"\d+(\.\d+)? m?s\b", "TIME", text)
    text = re.sub(r"\d+\.\d+(e[-+]\d+)?", lambda m: f"{float(m[0]):.4g}", text)
    return re.sub(r"[ ─]+", " ", text).strip()


def play(folder, text):
    for command, shown in session(text):
        done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True,
                              env={**os.environ, "PATH": f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}"})
        assert done.returncode == 0, done.stdout + done.stderr
        yield command, shown, done.stdout


def test_example_prints_what_is_shown(folder):
    example = blocks("console")[0]
    assert len(session(example)) == 3
    for command, shown, printed in play(folder, example):
        assert settled(printed) == settled(shown), f"{command}\n{printed}"


def test_shardings_are_told_and_drawn_as_shown(folder):
    example, = [block for block in blocks("console") if "--show" in block]
    assert len(session(example)) == 2
    for command, shown, printed in play(folder, example):
        assert settled(printed) == settled(shown), f"{command}\n{printed}"


def test_own_model(folder):
    """The snippet runs with JAX; the program that it wrote trains like JAX."""
    pytest.importorskip("jax")
    snippet, commands = blocks("python")[0], blocks("console")[1]
    (folder / "model.py").write_text(snippet + REFERENCE)
    done = run(sys.executable, "model.py", cwd=folder, env={**os.environ, "JAX_PLATFORMS": "cpu"})
    assert done.status == 0, done.text
    for command, shown, printed in play(folder, commands):
        assert settled(shown) in settled(printed), command
    assert_close(load_file(folder / "trained.safetensors"), load_file(folder / "expected.safetensors"), 1e-4)


# What the snippet's program would give on one device.
REFERENCE = '''
for _ in range(10):
    params, loss = jax.jit(step)(params, x, y)
results = {f"result[0]['{k}']": np.array(v) for k, v in params.items()}
save_file({**results, "result[1]": np.array(loss)}, "expected.safetensors")
'''


def test_snippet_is_short():
    lines = [line for line in blocks("python")[0].splitlines() if line and not line.startswith(("import", "from"))]
    assert len(lines) <= 10


def test_first_screen():
    """Two sentences, the stages, the commands and the example stand within the first 60 lines."""
    top = "\n".join(README.splitlines()[:60])
    assert all(word in top for word in ("import", "partition", "lower", "tools/demo", "tools/test", "$ ./mlp"))


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#:]+)\)", README))
def test_links(target):
    assert (ROOT / target).exists()


@pytest.mark.parametrize("option", sorted(set(re.findall(r"`(--[a-z-]+)", README)) - {"--help"}))
def test_options_exist(build, option):
    """Each option that is named belongs to a tool."""
    texts = [run(BIN / "plait-compile", "--help").text, run(build("mlp_train").executable, "--help").text,
             run(BIN / "plait-run", "--help").text,
             run(BIN / "plait-opt", "--help").text if option.startswith("--plait") else ""]
    assert any(option.rstrip("-") in text for text in texts)


def test_planned_is_not_there():
    text = run(BIN / "plait-compile", "--help").text
    assert "nvgpu" not in text and "ptx" not in text


def test_placement_reports_what_is_shown(folder):
    example, = [block for block in blocks("console") if "--placement" in block]
    for command, shown, printed in play(folder, example):
        assert settled(printed) == settled(shown), f"{command}\n{printed}"
