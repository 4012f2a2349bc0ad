#!/usr/bin/env python3
"""Measures that propagation and partition take time in proportion to the program, and that the program that comes out does
not grow with the number of devices.

  test/bench/scaling.py [time] [devices] [conflicts] [model FILE.mlir] [--bin build/bin] [--quick]

  time       training steps of 32 and 128 unrolled layers: seconds per op of propagate and of partition, from pairs of runs;
             the medians may differ by 10 %
  devices    one training step on 8 to 4,096 devices: the partitioned program has the same ops everywhere
  conflicts  18 inputs of one elementwise op, annotated in 18 ways: propagate takes less than 0.1 s
  model      a program from its text to the partitioned program with plait-compile: less than 3 s

Without names the first three run. --quick takes small programs and wide limits: it shows what is not linear at all, on a
machine that does other things too. Exit status 1 where a bound is missed.
"""
import argparse
import collections
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile

import transformers

failures = 0


def report(holds, text):
    global failures
    failures += not holds
    print(f"{'ok  ' if holds else 'FAIL'} {text}", flush=True)


def opt(options, program, *flags):
    """plait-opt on a program's text; its standard output and error."""
    done = subprocess.run([pathlib.Path(options.bin) / "plait-opt", "-", *flags], input=program, text=True, capture_output=True)
    if done.returncode:
        sys.exit(f"plait-opt {' '.join(flags)}: exit status {done.returncode}\n{done.stderr[:2000]}")
    return done.stdout, done.stderr


def step(layers, mesh, strategy="bp+mp+z2", **sizes):
    sizes = {"B": 8, "S": 4, "M": 16, "H": 64, "N": 4, "D": 4, "V": 24, "dtype": "f32", **sizes}
    return transformers.training_step(layers, strategy.split("+"), sizes, mesh).text()


def ops(text):
    """How often each op stands in a program: names after `=`, or at the beginning of a line."""
    return collections.Counter(re.findall(r"^\s*(?:%[\w:, %]+ = )?\"?([a-z_]\w*\.\w+)", text, re.M))


# ---------------------------------------------------------------- time

PASS = re.compile(r"^\s+([\d.]+) \(\s*[\d.]+%\)\s+(\S+)", re.M)
LAST_OF_PROPAGATE = "VerifyPropagatedPass"


def stage_seconds(options, program):
    """Seconds of the passes of two stages, as plait-compile runs them: not verified one by one."""
    _, timing = opt(options, program, "--plait-propagate", "--plait-partition", "-o", "/dev/null", "--verify-each=0",
                    "--mlir-timing", "--mlir-timing-display=tree")
    seconds, stage = {"propagate": 0.0, "partition": 0.0}, "propagate"
    for wall, name in PASS.findall(timing):
        if name in ("Parser", "Output", "Rest", "Total", "root"):
            continue
        seconds[stage] += float(wall)
        if name == LAST_OF_PROPAGATE:
            stage = "partition"
    return seconds


def measure_time(options):
    layers, pairs, limit = ((8, 32), 3, 2.0) if options.quick else ((32, 128), options.pairs, 1.10)
    programs = [opt(options, step(n, {"data": 4, "model": 2}), "--plait-import", "--plait-place")[0] for n in layers]
    counts = [sum(ops(text).values()) for text in programs]
    runs = [[stage_seconds(options, text) for text in programs] for _ in range(pairs)]
    for stage in ("propagate", "partition"):
        per_op = [[run[i][stage] / counts[i] for run in runs] for i in range(2)]
        ratio = statistics.median(b / a for a, b in zip(*per_op))
        times = ", ".join(f"{n} layers ({count:,} ops) {1e6 * statistics.median(p):.2f} us per op"
                          for n, count, p in zip(layers, counts, per_op))
        report(1 / limit <= ratio <= limit or ratio < 1, f"{stage}: {times}; ratio {ratio:.3f} (limit {limit}, {pairs} pairs)")


# ---------------------------------------------------------------- devices

def layer(part, devices):
    """Both passes of one part of a layer, weights and activations over both axes; the batch grows with the devices."""
    sizes = {"B": 2 * devices // 4, "S": 8192, "M": 4096, "H": 8192, "N": 32, "D": 128, "dtype": "bf16"}
    return transformers.layer_part(part, "both", transformers.SCHEMES["finalised"], sizes, {"x": devices // 4, "y": 4}).text()


def measure_devices(options):
    """A layer has the same ops. In a training step some ops choose otherwise where shards get smaller, not more."""
    sizes = [8, 4096] if options.quick else [8, 64, 512, 4096]
    programs = {
        "feed-forward part": (1.01, lambda n: layer("ffn", n)),
        "attention": (1.01, lambda n: layer("attention", n)),
        "training step": (1.05, lambda n: step(2, {"data": n // 4, "model": 4}, B=4096, M=4096))}
    for name, (limit, text) in programs.items():
        found = {n: sum(ops(opt(options, text(n), "--plait-import", "--plait-place", "--plait-propagate", "--plait-partition")[0]).values())
                 for n in sizes}
        totals = ", ".join(f"{devices}: {count:,}" for devices, count in found.items())
        report(max(found.values()) <= limit * min(found.values()),
               f"ops of the partitioned {name} by number of devices: {totals} (limit {limit} of each other)")


# ---------------------------------------------------------------- conflicts

def conflicting(inputs):
    """One elementwise op on tensors of three dimensions, input i with two of four axes in an order of its own."""
    axes = "abcd"
    layouts = []
    for i in range(inputs):
        dims = [[], [], []]
        dims[i % 3].append(axes[i % 4])
        dims[(i + i // 4) % 3].append(axes[(i + 1 + i // 12 % 3) % 4])
        layouts.append("[" + ", ".join("{" + "".join(f'"{a}", ' for a in d) + "?}" for d in dims) + "]")
    type_ = "tensor<16x16x16xf32>"
    names = [f"%x{i}" for i in range(inputs)]
    arguments = ", ".join(f"{n}: {type_} {{plait.sharding = #plait.sharding<@mesh, {l}>}}" for n, l in zip(names, layouts))
    scalars = [f"%s{i}" for i in range(inputs)]
    body, total = [], scalars[0]
    for i, scalar in enumerate(scalars[1:]):
        body.append(f"      %t{i} = arith.addf {total}, {scalar} : f32")
        total = f"%t{i}"
    maps = ", ".join(["affine_map<(i, j, k) -> (i, j, k)>"] * (inputs + 1))
    return "\n".join([
        'plait.mesh @mesh = <"a"=2, "b"=2, "c"=2, "d"=2>', f"func.func @main({arguments}) -> {type_} {{",
        f"  %e = tensor.empty() : {type_}",
        f'  %r = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel", "parallel", "parallel"]}}',
        f"    ins({', '.join(names)} : {', '.join([type_] * inputs)}) outs(%e : {type_}) {{",
        f"    ^bb0({', '.join(s + ': f32' for s in scalars)}, %out: f32):", *body, f"      linalg.yield {total} : f32",
        f"  }} -> {type_}", f"  return %r : {type_}", "}"])


def measure_conflicts(options):
    slack = 10 if options.quick else 1
    for inputs in (18,) if options.quick else (18, 180):
        seconds = stage_seconds(options, conflicting(inputs))
        for stage, limit in (("propagate", 0.1), ("partition", 1.0)):
            allowed = slack * limit * inputs / 18
            report(seconds[stage] < allowed, f"{inputs} conflicting inputs: {stage} {seconds[stage]:.4f} s (limit {allowed:g} s)")


# ---------------------------------------------------------------- a model

def measure_model(options):
    """Processor seconds, which other processes on the machine do not change much."""
    seconds = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(options.pairs):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([pathlib.Path(options.bin) / "plait-compile", options.model, "--compile-to=partition", "-o",
                            f"{folder}/out.mlir"], check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    report(statistics.median(seconds) < 3, f"{options.model}: {statistics.median(seconds):.2f} s to the partitioned program (limit 3 s)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="time, devices, conflicts, model FILE.mlir")
    parser.add_argument("--bin", default=pathlib.Path(__file__).resolve().parents[2] / "build" / "bin")
    parser.add_argument("--pairs", type=int, default=25, help="runs of each program")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    names = options.names or ["time", "devices", "conflicts"]
    measures = {"time": measure_time, "devices": measure_devices, "conflicts": measure_conflicts, "model": measure_model}
    while names:
        name = names.pop(0)
        if name not in measures:
            parser.error(f"a name must be one of {', '.join(measures)}, got: {name}")
        if name == "model":
            options.model = names.pop(0) if names else parser.error("model needs a file")
        measures[name](options)
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
