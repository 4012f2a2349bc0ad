#!/usr/bin/env python3
"""Random programs: N simulated devices must give what one device gives.

  test/fuzz/equivalence.py [--bin build/bin] [--count 100] [--seed 0] [--stage partition|fuse|overlap|sdy|exe] [--keep DIR]

Makes one StableHLO program per seed, with random shapes (uneven ones most), control flow, and shardings on arguments, results and
values in between, and runs each through import, place and `--plait-test-equivalence`; many per process. Programs with only small
integers (six of seven) must agree exactly, others up to a tolerance. A program that the compiler refuses counts as failed. What
fails is shrunk and kept with the command that shows it. Exit status 1 where a program failed; the last line counts.
"""
import argparse
import os
import pathlib
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor

from build import generate
from runner import TOLERANCE, Check, Runner
from shrink import Shrinker

PER_PROCESS = 250


def check_of(program, options):
    if options.stage == "exe":
        return Check("exe", TOLERANCE[program.dtype], False, rings=options.rings)
    if program.exact:
        return Check(options.stage, 0, True, options.drop, options.rings)
    return Check(options.stage, TOLERANCE[program.dtype], False, options.drop, options.rings)


def made(seed, options):
    exact = False if options.stage == "exe" else None
    return generate(seed, options.only, options.dtype, exact, options.ops)


def failed_seeds(seeds, options):
    """Pairs of seed and message, in order; the programs of one kind of check share processes."""
    runner, groups = Runner(options.bin), {}
    for seed in seeds:
        program = made(seed, options)
        if program:
            groups.setdefault(repr(check_of(program, options)), []).append((seed, program))
    found = []
    for members in groups.values():
        messages = runner.failures([p.text() for _, p in members], check_of(members[0][1], options))
        found += [(seed, message) for (seed, _), message in zip(members, messages) if message]
    return sorted(found)


def report(seed, message, options):
    """Shrinks the program of `seed`, keeps it, and returns what to print."""
    program = made(seed, options)
    check = check_of(program, options)
    runner = Runner(options.bin)
    small = Shrinker(runner, check, message).shrink(program) if options.shrink else program.text()
    ops = sum(" = " in line for line in small.splitlines()[1:])
    words = [f"seed {seed}: {message}"]
    if options.keep:
        folder = pathlib.Path(options.keep)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{options.stage}-{seed}.mlir"
        again = " ".join(f"'{w}'" if " " in w else w for w in check.command(path))
        path.write_text(f"// {message}\n// {again}\n// seed {seed}, stage {options.stage}, shrunk to {ops} ops\n{small}")
        (folder / f"{options.stage}-{seed}.whole.mlir").write_text(f"// {message}\n{program.text()}")
        words.append(f"  {ops} ops: {again}")
    return "\n".join(words)


def run(seeds, options, jobs, show=print):
    """Runs the programs of `seeds`; returns the failed seeds."""
    parts = [seeds[i:i + PER_PROCESS] for i in range(0, len(seeds), PER_PROCESS)]
    failed = []
    with ThreadPoolExecutor(jobs) as pool:
        for part in pool.map(lambda part: failed_seeds(part, options), parts):
            for seed, message in part:
                failed.append(seed)
                show(report(seed, message, options), flush=True)
    return failed


def add_options(parser):
    found = shutil.which("plait-opt")
    default = os.path.dirname(found) if found else str(pathlib.Path(__file__).resolve().parents[2] / "build" / "bin")
    parser.add_argument("--bin", default=default)
    parser.add_argument("--seed", type=int, default=0, help="the first one")
    parser.add_argument("--stage", default="partition", help="partition, fuse or overlap; sdy: written as --emit-shardings=sdy-collectives and read back; exe: compile, and plait-run --check")
    parser.add_argument("--only", nargs="*", default=[], help="names of the ops to use")
    parser.add_argument("--dtype", default=None, help="f32, bf16, f16, f64, i32 or complex<f32> (default: any)")
    parser.add_argument("--ops", type=int, default=None, help="how many ops a program has (default: 10 to 60)")
    parser.add_argument("--keep", default="", help="folder for the programs that fail")
    parser.add_argument("--drop", default="", help="a fault, to test the tests: ops of that name are left out of the partitioned program")
    parser.add_argument("--rings", action="store_true", help="what is gathered for contractions alone goes round in a ring, and the SPMD verifier must agree")
    parser.add_argument("--no-shrink", dest="shrink", action="store_false", help="keep failing programs as they are")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_options(parser)
    parser.add_argument("--count", type=int, default=100)
    options = parser.parse_args()
    failed = run(range(options.seed, options.seed + options.count), options, options.jobs)
    print(f"{options.count - len(failed)} passed, {len(failed)} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
