#!/usr/bin/env python3
"""Compares the memory that a report predicts with what the process takes.

  memory.py [MODEL ...] [--models DIR] [--bin DIR] [--steps 2] [--placement zero3@data --mesh data=8] [--compile=OPTION ...]

A model is a folder with model.mlir, meta.json and inputs.safetensors (test/e2e/models, or what a models' export writes).
Under a placement the model loses the shardings that it has itself; several placements are measured one after the other,
each with the --mesh at its place. Ranks are threads of one process, so the process grows by ranks times what one device
needs: arguments, results, the step's buffers (activations and transient) and packed blocks of products. Growth is the
largest resident memory that no file backs, minus that of the same executable with one step of nothing loaded (at its
start); inputs are mapped from their file and do not count.

Columns: predicted and measured MiB over all ranks, their ratio, what is unexplained per rank (stacks: less than half a
MiB); arena over bound of one device. Fails where predicted and measured differ by more than 5 %.
"""
import argparse
import json
import pathlib
import re
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


def without_annotations(text):
    sharding = r"sdy\.sharding = #sdy\.sharding<@\w+, \[[^\]]*\]>"
    text = re.sub(f"{sharding}, |, {sharding}|{sharding}", "", text)
    return re.sub(r"\n *sdy\.mesh [^\n]*", "", text)


def states(folder):
    """name=state, by what meta.json says of arguments."""
    meta = json.loads((folder / "meta.json").read_text())
    found = meta.get("states") or {re.split(r"[.\[]", name)[0]: a["state"] for name, a in meta["arguments"].items()}
    return ",".join(f"{name}={state}" for name, state in found.items())


def placed(folder, placement, mesh, scratch):
    """The program without shardings of its own, and the options that place it."""
    program = scratch / "model.mlir"
    program.write_text(without_annotations((folder / "model.mlir").read_text()))
    return program, [f"--placement={placement}", f"--mesh={mesh}", f"--state={states(folder)}"]


def measure(folder, binaries, steps, scratch, program, compile_options):
    executable, report_path = scratch / "model", scratch / "report.json"
    subprocess.run([binaries / "plait-compile", program, "-o", executable, f"--report={report_path}", *compile_options],
                   check=True)
    report = json.loads(report_path.read_text())
    memory = report["memory"]
    bound = memory["predicted"]["activations"] + memory["predicted"]["transient"]
    ranks = report["mesh"]["devices"]
    planned = memory["planned"]
    predicted = ranks * (planned["arguments"] + planned["results"] + bound + planned.get("workspace", 0) + planned.get("host", 0))
    first, most = watch([executable, "--inputs", folder / "inputs.safetensors", "--steps", str(steps)])
    return predicted, most - first, ranks, memory["planned"]["arena"] / max(bound, 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--models", type=pathlib.Path, default=ROOT / "test" / "e2e" / "models")
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build" / "bin")
    parser.add_argument("--steps", type=int, default=2)
    parser.add_argument("--placement", action="append", default=[], metavar="STRATEGY")
    parser.add_argument("--mesh", action="append", default=[], help="one per --placement (default: data=8)")
    parser.add_argument("--compile", action="append", default=[], metavar="OPTION", help="an option for plait-compile")
    options = parser.parse_args()
    names = options.names or sorted(f.parent.name for f in options.models.glob("*/inputs.safetensors"))
    print(f"{'model':<22}{'placement':<24}{'predicted':>10}{'measured':>10}{'ratio':>8}{'rest':>8}{'arena':>8}")
    meshes = options.mesh + ["data=8"] * len(options.placement)
    off = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            for placement, mesh in list(zip(options.placement, meshes)) or [("", "")]:
                off += not row(options, name, placement, mesh, pathlib.Path(folder))
    return 1 if off else 0


def row(options, name, placement, mesh, scratch):
    """Measures and prints; returns whether the prediction holds."""
    folder = options.models / name
    program, placing = placed(folder, placement, mesh, scratch) if placement else (folder / "model.mlir", [])
    predicted, measured, ranks, arena = measure(folder, options.bin.resolve(), options.steps, scratch, program,
                                                placing + options.compile)
    ratio = measured / predicted
    rest = (measured - predicted) / ranks
    print(f"{name:<22}{placement:<24}{predicted / 2**20:>10.1f}{measured / 2**20:>10.1f}{ratio:>8.3f}{rest / 2**20:>8.2f}"
          f"{arena:>8.3f}", flush=True)
    return abs(ratio - 1) <= 0.05


if __name__ == "__main__":
    sys.exit(main())
