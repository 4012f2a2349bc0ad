#!/usr/bin/env python3
"""Compares the memory that a report predicts with what the process takes.

  memory.py [MODEL ...] [--models DIR] [--bin DIR] [--steps 2] [--compile=OPTION ...]

A model is a folder with model.mlir and inputs.safetensors (test/e2e/models, or what a models' export writes). Ranks are
threads of one process, so the process grows by ranks times what one device needs: arguments, results, and the step's
buffers (activations and transient). Growth is the largest resident memory that no file backs, minus that of the same
executable with one step of nothing loaded (at its start); inputs are mapped from their file and do not count.

Columns: predicted and measured MiB over all ranks, their ratio, what is unexplained per rank (stacks, packed blocks of
products: about 2 MiB, whatever the model); arena over bound of one device. Fails where predicted and measured differ by
more than 5 %.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def anonymous_bytes(pid):
    """Resident memory of a process that no file backs; 0 once it is gone."""
    try:
        for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def watch(command):
    """Runs a command; returns the resident memory when it started and the largest seen."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    first, most = 0, 0
    while process.poll() is None:
        now = anonymous_bytes(process.pid)
        first = first or now
        most = max(most, now)
        time.sleep(0.002)
    if process.returncode:
        raise SystemExit(process.stderr.read()[-2000:])
    return first, most


def measure(folder, binaries, steps, scratch, compile_options):
    executable, report_path = scratch / "model", scratch / "report.json"
    subprocess.run([binaries / "plait-compile", folder / "model.mlir", "-o", executable, f"--report={report_path}",
                    *compile_options], check=True)
    report = json.loads(report_path.read_text())
    memory = report["memory"]
    bound = memory["predicted"]["activations"] + memory["predicted"]["transient"]
    ranks = report["mesh"]["devices"]
    predicted = ranks * (memory["planned"]["arguments"] + memory["planned"]["results"] + bound)
    first, most = watch([executable, "--inputs", folder / "inputs.safetensors", "--steps", str(steps)])
    return predicted, most - first, ranks, memory["planned"]["arena"] / max(bound, 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--models", type=pathlib.Path, default=ROOT / "test" / "e2e" / "models")
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build" / "bin")
    parser.add_argument("--steps", type=int, default=2)
    parser.add_argument("--compile", action="append", default=[], metavar="OPTION",
                        help="an option for plait-compile, such as --compile=--placement=zero3@data")
    options = parser.parse_args()
    names = options.names or sorted(f.parent.name for f in options.models.glob("*/inputs.safetensors"))
    print(f"{'model':<22}{'predicted':>12}{'measured':>12}{'ratio':>8}{'rest':>8}{'arena':>8}")
    off = 0
    with tempfile.TemporaryDirectory() as scratch:
        for name in names:
            predicted, measured, ranks, arena = measure(options.models / name, options.bin.resolve(), options.steps,
                                                        pathlib.Path(scratch), options.compile)
            ratio = measured / predicted
            off += abs(ratio - 1) > 0.05
            rest = (measured - predicted) / ranks
            print(f"{name:<22}{predicted / 2**20:>12.1f}{measured / 2**20:>12.1f}{ratio:>8.3f}{rest / 2**20:>8.2f}"
                  f"{arena:>8.3f}", flush=True)
    return 1 if off else 0


if __name__ == "__main__":
    sys.exit(main())
