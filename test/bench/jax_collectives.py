#!/usr/bin/env python3
"""Compares what Plait and XLA send for the same programs: one table, a row per program.

  test/bench/jax_collectives.py [FILE.mlir|FOLDER ...] [--bin build/bin] [--csv FILE] [--plait-only]

A folder stands for all model.mlir in it, and in the folders of it; without names test/e2e/models. Needs JAX
(tools/python-env --export): its XLA compiles each program for forced CPU devices, as many as its mesh has. Without JAX only
Plait's columns are shown. Exit status 1 where Plait receives more bytes than XLA.

Bytes are those that one device receives in a step with the best algorithms: all-reduce 2(n-1)/n of its operand, all-gather
(n-1)/n of its result, reduce-scatter and all-to-all (n-1)/n of their operand, permute its operand; loops multiplied out.
XLA's are counted in the optimized, partitioned program that it runs, Plait's are in the report of plait-compile. XLA joins
collectives into tuples, so that counts say little; its CPU back end widens bfloat16 collectives to f32.
"""
import argparse
import collections
import csv
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

KINDS = ["all_reduce", "all_gather", "reduce_scatter", "all_to_all", "collective_permute", "broadcast"]
XLA_KINDS = {kind.replace("_", "-"): kind for kind in KINDS[:-1]} | {"collective-broadcast": "broadcast"}
WIDTH = {"pred": 1, "s8": 1, "u8": 1, "s16": 2, "u16": 2, "bf16": 2, "f16": 2, "s32": 4, "u32": 4, "f32": 4, "s64": 8, "u64": 8,
         "f64": 8, "c64": 8, "c128": 16}
ROOT = pathlib.Path(__file__).resolve().parents[2]


# ---------------------------------------------------------------- Plait

def plait(options, program):
    """kind -> [count, bytes], from the report."""
    with tempfile.TemporaryDirectory() as folder:
        report = f"{folder}/report.json"
        done = subprocess.run([pathlib.Path(options.bin) / "plait-compile", program, "--compile-to=overlap", f"--report={report}",
                               "-o", f"{folder}/out.mlir"], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr.strip().splitlines()[0])
        collectives = json.load(open(report))["collectives"]
    found = collections.defaultdict(lambda: [0, 0])
    for site in collectives:
        found[site["kind"]][0] += site["count"] or 1
        found[site["kind"]][1] += site["bytes_per_device"]
    return found


# ---------------------------------------------------------------- XLA

def xla_program(text, devices):
    """The optimized HLO of a StableHLO module for `devices` partitions."""
    import jax
    import numpy as np
    from jax._src.lib import xla_client
    build = xla_client.CompileOptions()
    build.num_partitions = devices
    build.executable_build_options.num_partitions = devices
    build.executable_build_options.use_spmd_partitioning = True
    build.executable_build_options.use_shardy_partitioner = True
    build.device_assignment = xla_client.DeviceAssignment.create(np.arange(devices).reshape(1, devices))
    client = jax.devices()[0].client
    chosen = xla_client.DeviceList(tuple(client.devices()[:devices]))
    return client.compile_and_load(text, chosen, build).hlo_modules()[0].to_string()


def size_of(text):
    """Bytes of all shapes that a result's text has."""
    return sum(WIDTH[dtype] * math.prod(int(d) for d in dims.split(",") if d)
               for dtype, dims in re.findall(r"\b([a-z]+\d*)\[([\d,]*)\]", text) if dtype in WIDTH)


def group_size(line):
    """Members of a replica group, in any of the spellings of HLO."""
    named = re.search(r"replica_groups=mesh\[([^\]]*)\].*? \{([^}]*)\}", line)
    if named:
        axes = dict(re.findall(r"'([^']+)'=(\d+)", named[1]))
        return math.prod(int(part or axes[axis]) for axis, part in re.findall(r"'([^']+)'(?::\(\d+\)(\d+))?", named[2]))
    iota = re.search(r"replica_groups=\[\d+,(\d+)\]", line)
    if iota:
        return int(iota[1])
    return len(re.search(r"replica_groups=\{\{([\d,]+)\}", line)[1].split(","))


def received(kind, result, line):
    n = 1 if kind == "collective_permute" else group_size(line)
    if "-start(" in line and kind != "all_reduce":
        result /= 2  # the operand stands beside the result
    return result * {"all_reduce": 2 * (n - 1) / n, "all_gather": (n - 1) / n, "reduce_scatter": n - 1,
                     "all_to_all": (n - 1) / n, "collective_permute": 1, "broadcast": 1}[kind]


def computations(hlo):
    """name -> lines, and the name of the entry."""
    bodies, name, entry = collections.defaultdict(list), None, None
    for line in hlo.splitlines():
        head = re.match(r"(ENTRY )?%?([\w.\-]+) .*\{$", line)
        if head:
            name = head[2]
            entry = name if head[1] else entry
        elif name:
            bodies[name].append(line)
    return bodies, entry


def called(line, op):
    """(computation, times) that an instruction calls."""
    if op == "while":
        trips = re.search(r'known_trip_count":\{"n":"(\d+)"', line)
        return [(re.search(r"body=%?([\w.\-]+)", line)[1], int(trips[1]) if trips else 1)]
    if op == "conditional":
        names = re.findall(r"(?:true_computation|false_computation)=%?([\w.\-]+)", line)
        names = names or re.search(r"branch_computations=\{([^}]*)\}", line)[1].replace("%", "").split(", ")
        return [(name, 1) for name in names]
    if op in ("call", "fusion"):
        return [(re.search(r"(?:to_apply|calls)=%?([\w.\-]+)", line)[1], 1)]
    return []


def xla(program, devices):
    """kind -> [count, bytes], from the compiled program."""
    bodies, entry = computations(xla_program(program.read_text(), devices))
    found = collections.defaultdict(lambda: [0, 0])

    def visit(name, times):
        for line in bodies[name]:
            instruction = re.search(r"= (.*?) ([a-z][a-z\-]*)\(", line)
            if not instruction:
                continue
            op = instruction[2]
            kind = XLA_KINDS.get(op.removesuffix("-start"))
            if kind:
                found[kind][0] += times
                found[kind][1] += times * received(kind, size_of(instruction[1]), line)
            for callee, trips in called(line, op):
                visit(callee, times * trips)

    visit(entry, 1)
    return found


# ---------------------------------------------------------------- the table

def programs(names):
    """(name, file) of each program."""
    for name in names or [ROOT / "test" / "e2e" / "models"]:
        path = pathlib.Path(name)
        files = [path] if path.is_file() else sorted([*path.glob("model.mlir"), *path.glob("*/model.mlir")])
        if not files:
            sys.exit(f"a program must be an .mlir file or a folder with model.mlir, got: {name}")
        for file in files:
            yield (file.parent.name if file.name == "model.mlir" else file.stem), file


def mesh_size(text):
    """Devices of the program's mesh; 1 without one."""
    mesh = re.search(r"sdy\.mesh @\w+ = <\[(.*?)\]", text)
    return math.prod(int(n) for n in re.findall(r"=\s*(\d+)", mesh[1])) if mesh else 1


def row_of(options, name, file):
    """One row of the table; without XLA where that does not compile the program."""
    devices = mesh_size(file.read_text())
    row, sides = {"program": name, "devices": devices}, {"plait": plait(options, file)}
    if not options.plait_only:
        sides["xla"] = xla(file, devices)
    for side, found in sides.items():
        row[f"{side} bytes"] = math.ceil(sum(size for _, size in found.values()))
        row[f"{side} collectives"] = sum(count for count, _ in found.values())
        for kind in KINDS:
            row[f"{side} {kind}"], row[f"{side} {kind} bytes"] = found[kind][0], math.ceil(found[kind][1])
    return row


def show(row, sides):
    cells = [f"{row['program']:24} {row['devices']:4}"]
    for side in sides:
        kinds = ", ".join(f"{kind} {row[f'{side} {kind}']}" for kind in KINDS if row[f"{side} {kind}"])
        cells.append(f"{side} {row[f'{side} bytes']:>12,} bytes in {row[f'{side} collectives']:>4} ({kinds or 'none'})")
    if len(sides) == 2 and row["xla bytes"]:
        cells.append(f"ratio {row['plait bytes'] / row['xla bytes']:.3f}")
    print("; ".join(cells), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="FILE|FOLDER")
    parser.add_argument("--bin", default=ROOT / "build" / "bin")
    parser.add_argument("--csv", metavar="FILE")
    parser.add_argument("--plait-only", action="store_true", help="without XLA")
    options = parser.parse_args()
    todo = list(programs(options.names))
    most = max(mesh_size(file.read_text()) for _, file in todo)
    os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + f" --xla_force_host_platform_device_count={most}"
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    if not options.plait_only:
        try:
            import jax  # noqa: F401
        except ImportError:
            print("no JAX here: Plait's columns only (tools/python-env --export installs it)")
            options.plait_only = True
    sides, rows = ["plait"] if options.plait_only else ["plait", "xla"], []
    for name, file in todo:
        rows.append(row_of(options, name, file))
        show(rows[-1], sides)
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys())
            writer.writeheader()
            writer.writerows(rows)
    more = [row["program"] for row in rows if not options.plait_only and row["plait bytes"] > row["xla bytes"]]
    print(f"{len(rows)} programs" + (f", Plait receives more than XLA in: {', '.join(more)}" if more else ""))
    sys.exit(bool(more))


if __name__ == "__main__":
    main()
