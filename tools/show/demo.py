#!/usr/bin/env python3
"""Compiles a model for its mesh and for one device, runs both, and shows shardings, communication, memory, differences.

  tools/show/demo.py [MODEL] [--bin FOLDER]      called by tools/demo
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
from dataclasses import dataclass

import ml_dtypes  # noqa: F401  NumPy's bfloat16
import numpy as np
from safetensors.numpy import load_file

import report as reports
from tables import fact, green, plural, red, seconds, section, table, title

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODELS = ROOT / "test" / "e2e" / "models"
STEPS = 3


@dataclass
class Job:
    """A program compiled for one mesh, and the results of its last step."""
    report: dict
    stats: dict
    results: dict


def call(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"error: {' '.join(str(c) for c in command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def read_json(path):
    return json.loads(path.read_text())


def mesh_option(mesh):
    return ",".join(f"{axis}={size}" for axis, size in mesh.items())


def scratch(parent, name):
    folder = pathlib.Path(parent) / name
    folder.mkdir()
    return folder


def make(tools, folder, meta, place, *options):
    """Compiles with `options` and runs STEPS steps."""
    program = place / "program"
    states = ",".join(f"{name}={state}" for name, state in meta["states"].items())
    call(tools / "plait-compile", folder / "model.mlir", "-o", program, "--state", states,
         f"--report={place / 'report.json'}", *options)
    data = folder.parent / (meta["data"] or folder.name)
    call(program, "--inputs", data / "inputs.safetensors", "--steps", STEPS if meta["carried"] else 1,
         "--outputs", place / "results.safetensors", "--stats", place / "stats.json")
    return Job(read_json(place / "report.json"), read_json(place / "stats.json"),
               load_file(place / "results.safetensors"))


# ---------------------------------------------------------------- differences

def classes(job):
    """Result names by what they are: new values of a state, or results that only leave the step."""
    arguments = job.report["arguments"]
    groups = {}
    for result in job.report["results"]:
        alias = result.get("alias", -1)
        group = f"new {arguments[alias]['state']}" if alias >= 0 else result["name"]
        groups.setdefault(group, []).append(result["name"])
    # The figures that a user looks at first stand first.
    return dict(sorted(groups.items(), key=lambda g: g[0].startswith("new ")))


def off(a, b):
    """max |a-b| and that over max |b|."""
    a, b = a.astype(np.float64), b.astype(np.float64)
    largest, top = np.abs(a - b).max(initial=0.0), np.abs(b).max(initial=0.0)
    return largest, largest / top if top else largest


def show_differences(job, others, tolerance):
    """Largest difference per class and reference; returns whether all are within `tolerance`."""
    rows, good = [], True
    for group, names in classes(job).items():
        value = f"{float(job.results[names[0]]):.6g}" if job.results[names[0]].ndim == 0 and len(names) == 1 else ""
        row = [group, len(names), value]
        for reference in others.values():
            differences = [off(job.results[name], reference[name]) for name in names]
            row += [f"{max(d[0] for d in differences):.1e}", f"{max(d[1] for d in differences):.1e}"]
            good &= max(d[1] for d in differences) <= tolerance
        rows.append(row + [""])
    head = ["result", "tensors", "value"]
    for name in others:
        head += [name, "relative"] if "relative" not in head else [name, "relative "]
    table(head + [""], rows, right=head[1:])
    return good


# ---------------------------------------------------------------- the demo

def introduce(folder, meta):
    devices = np.prod(list(meta["mesh"].values()))
    title(f"Plait: {folder.name} on {devices} devices")
    fact("program", f"{(folder / 'model.mlir').relative_to(ROOT)}, as JAX prints it")
    fact("", meta["note"])


def tell_times(job):
    """Compilation and steps; the three longest stages are named."""
    times = {stage: s for stage, s in job.report["compile_seconds"].items() if stage != "total"}
    longest = sorted(times, key=times.get, reverse=True)[:3]
    fact("compiled", f"in {seconds(job.report['compile_seconds']['total'])}, of which "
         + ", ".join(f"{stage} {seconds(times[stage])}" for stage in longest))
    steps = sorted(job.stats["step_seconds"])
    fact("ran", f"{plural(len(steps), 'step')} on {job.stats['ranks']} ranks in one process, median {seconds(steps[len(steps) // 2])} "
         "a step")


def tell_work(many, one):
    mine, whole = (job.report["totals"]["flops_per_device"] for job in (many, one))
    devices = many.report["mesh"]["devices"]
    fact("work", f"{mine:,} flops a device and step; {devices} times that is {devices * mine / whole:.2f} of one device's "
         f"{whole:,}")


def show_largest(tools, folder, report, options):
    """A picture of the largest argument that is split."""
    split = [a for a in report["arguments"] if a["local_shape"] != a["shape"]]
    if not split:
        return
    largest = max(split, key=lambda argument: np.prod(argument["shape"]))
    section("The largest argument that is split, as plait-compile --show draws it")
    print(call(tools / "plait-compile", folder / "model.mlir", f"--show={largest['name']}", *options).rstrip(), flush=True)


def verdict(many, good, tolerance):
    """Prints and returns whether the results are right and the traffic is the predicted."""
    counted = sum(c["bytes_per_device"] for c in many.stats["collectives"])
    told = many.report["totals"]["bytes_per_device"]
    print()
    fact("counted", f"{counted:,} bytes received by a device in a step, as predicted" if counted == told
         else red(f"{counted:,} bytes received by a device in a step, predicted {told:,}"))
    fact("verdict", green(f"equal within {tolerance:g}") if good else red(f"NOT equal within {tolerance:g}"))
    return good and counted == told


def choose(name):
    folder = MODELS / name
    if not (folder / "model.mlir").exists():
        names = sorted(f.parent.name for f in MODELS.glob("*/model.mlir"))
        sys.exit(f"error: MODEL must be one of {', '.join(names)}, got: {name}")
    return folder


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", nargs="?", default="gpt_train", metavar="MODEL")
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build" / "bin")
    options = parser.parse_args()
    folder, tools = choose(options.model), options.bin.resolve()
    meta = read_json(folder / "meta.json")
    introduce(folder, meta)
    with tempfile.TemporaryDirectory(prefix="plait-demo-") as name:
        # A model without annotations has no mesh of its own.
        mesh = [] if meta["shardings"] else ["--mesh", mesh_option(meta["mesh"])]
        many = make(tools, folder, meta, scratch(name, "many"), *mesh)
        tell_times(many)
        one = make(tools, folder, meta, scratch(name, "one"), "--mesh", mesh_option(dict.fromkeys(meta["mesh"], 1)))
        tell_work(many, one)
    reports.show(many.report, one.report)
    show_largest(tools, folder, many.report, mesh)
    steps = len(many.stats["step_seconds"])
    section(f"Results after {plural(steps, 'step')}, and their largest difference from one device and from JAX")
    data = folder.parent / (meta["data"] or folder.name)
    jax = load_file(data / f"expected_{steps}.safetensors")
    good = show_differences(many, {"vs one device": one.results, "vs JAX": jax}, meta["tolerance"])
    sys.exit(0 if verdict(many, good, meta["tolerance"]) else 1)


if __name__ == "__main__":
    main()
