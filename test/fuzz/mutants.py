#!/usr/bin/env python3
"""Broken collectives: the SPMD verifier must accept every correct program and reject what computes something else.

  test/fuzz/mutants.py [--bin build/bin] [--programs 1000] [--seed 0] [--mutants 2] [--models 40] [--jobs 2]

Makes one StableHLO program per seed, as equivalence.py does, partitions it, and breaks some of its collectives, one at a time: leaves
one out, does it twice, gives it another group or another combiner. Mutants that give the same results on simulated devices do not
count. --models also breaks that many collectives of each training step in test/e2e/models. Exit status 1 where a correct program
was rejected, or less than --percent of the wrong mutants were. The last line counts.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from build import generate

ROOT = pathlib.Path(__file__).resolve().parents[2]
PER_PROCESS = 25
SECONDS = 20  # for one program
COUNTS = re.compile(r"mutants: (\d+) wrong, (\d+) caught, (\d+) not wrong; exchanges: (\d+) wrong, (\d+) caught")
CLAIMS = re.compile(r"claims: (\d+), (\d+) followed")


class Tally:
    def __init__(self):
        self.programs = self.wrong = self.caught = self.same = self.rows = self.rows_caught = self.claims = self.followed = 0
        self.alarms, self.missed = [], []

    def add(self, out, err, status):
        for line in out.splitlines():
            found = COUNTS.match(line)
            if found:
                self.programs += 1
                self.wrong += int(found[1])
                self.caught += int(found[2])
                self.same += int(found[3])
                self.rows += int(found[4])
                self.rows_caught += int(found[5])
            elif found := CLAIMS.match(line):
                self.claims += int(found[1])
                self.followed += int(found[2])
            elif line.startswith("missed:"):
                self.missed.append(line)
        self.alarms += [line.split("error:", 1)[1].strip() for line in err.splitlines() if "error:" in line]
        if status not in (0, 1):
            self.alarms.append("timeout" if status is None else f"crash (status {status})")

    def __str__(self):
        percent = 100 * self.caught / self.wrong if self.wrong else 100
        return (f"{self.programs} correct programs accepted, {len(self.alarms)} rejected; "
                f"{self.wrong} wrong mutants, {self.caught} rejected ({percent:.1f} %); {self.same} mutants were not wrong; "
                f"of exchanges of rows {self.rows_caught} of {self.rows} rejected, of all others {self.caught - self.rows_caught} of {self.wrong - self.rows}; "
                f"rows followed through {self.followed} of {self.claims} exchanges")


def run(options, path, mutants, seed, seconds):
    command = [pathlib.Path(options.bin) / "plait-opt", path, "-split-input-file", "--plait-import", "--plait-place",
               f"--plait-test-mutants=count={mutants} seed={seed}", "-o", os.devnull]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=seconds)
        return done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"), done.returncode
    except subprocess.TimeoutExpired as expired:
        return (expired.stdout or b"").decode(errors="replace"), (expired.stderr or b"").decode(errors="replace"), None


def batches(options):
    """Functions that run a few programs each."""
    seeds = range(options.seed, options.seed + options.programs)
    for begin in range(0, len(seeds), PER_PROCESS):
        part = seeds[begin:begin + PER_PROCESS]

        def some(part=part):
            programs = [generate(seed, [], None, None, options.ops) for seed in part]
            texts = [program.text() for program in programs if program]
            with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
                file.write("// -----\n".join(texts))
                file.flush()
                return run(options, file.name, options.mutants, part[0] + 1, SECONDS * len(texts))

        yield some
    for model in sorted((ROOT / "test" / "e2e" / "models").glob("*_train/model.mlir")) if options.models else []:
        yield lambda model=model: run(options, model, options.models, options.seed + 1, 600)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    found = shutil.which("plait-opt")
    parser.add_argument("--bin", default=os.path.dirname(found) if found else str(ROOT / "build" / "bin"))
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="the first one")
    parser.add_argument("--mutants", type=int, default=2, help="of each program, that are wrong")
    parser.add_argument("--models", type=int, default=0, help="mutants of each model's training step")
    parser.add_argument("--ops", type=int, default=None, help="how many ops a program has (default: 10 to 60)")
    parser.add_argument("--percent", type=float, default=95, help="of the wrong mutants that must be rejected")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    options = parser.parse_args()
    tally = Tally()
    with ThreadPoolExecutor(options.jobs) as pool:
        for out, err, status in pool.map(lambda batch: batch(), batches(options)):
            tally.add(out, err, status)
    for line in tally.missed + [f"rejected: {alarm}" for alarm in tally.alarms]:
        print(line)
    print(tally)
    sys.exit(bool(tally.alarms) or 100 * tally.caught < options.percent * tally.wrong or not tally.programs)


if __name__ == "__main__":
    main()
