"""The executable alone: in an empty folder, without Plait, on the C and C++ libraries only, soon ready."""
import os
import re
import shutil
import statistics
import subprocess
import time

import pytest

from harness import assert_same_bits, load_file, run

ALLOWED = {"linux-vdso", "libc", "libm", "libstdc++", "libgcc_s", "ld-linux-x86-64", "libpthread", "libdl"}


@pytest.fixture
def alone(build, tmp_path):
    """mlp_train copied to a folder of its own, with its inputs and nothing else."""
    built = build("mlp_train")
    program = tmp_path / "alone"
    shutil.copy(built.executable, program)
    shutil.copy(built.model.inputs, tmp_path / "inputs.safetensors")
    return program


def run_alone(program, *options):
    """In its folder, with an environment that names no library path."""
    return run("./" + program.name, *options, cwd=program.parent, env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"})


def test_libraries(alone):
    listed = run("ldd", alone).text
    found = {re.split(r"\.so", os.path.basename(line.split()[0]))[0] for line in listed.splitlines() if line.strip()}
    assert found <= ALLOWED, listed


def test_same_results(build, alone):
    done = run_alone(alone, "--inputs", "inputs.safetensors", "--steps", 3, "--outputs", "out.safetensors")
    assert done.status == 0, done.text
    assert_same_bits(load_file(alone.parent / "out.safetensors"), build("mlp_train").run(3)[0])


def test_nothing_else_is_written(alone):
    run_alone(alone, "--inputs", "inputs.safetensors", "--outputs", "out.safetensors")
    assert sorted(p.name for p in alone.parent.iterdir()) == ["alone", "inputs.safetensors", "out.safetensors"]


def test_no_path_of_this_machine_inside(build, alone):
    """The folders of the source tree and of the build are nobody's business."""
    assert str(build("mlp_train").model.folder).encode() not in alone.read_bytes()


def test_starts_soon(alone):
    """From exec to the end of the first step in under 50 ms on 8 ranks: the median of 20."""
    times = []
    for _ in range(20):
        start = time.perf_counter()
        subprocess.run([alone, "--inputs", alone.parent / "inputs.safetensors"], check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    assert statistics.median(times) < 0.05, f"{1e3 * statistics.median(times):.1f} ms"


def test_runs_repeat_bit_for_bit(build):
    built = build("gpt_infer")
    first, _ = built.run(1)
    again = built.executable.parent / "again.safetensors"
    for _ in range(3):
        done = run(built.executable, "--inputs", built.model.inputs, "--outputs", again)
        assert done.status == 0, done.text
        assert_same_bits(load_file(again), first)
