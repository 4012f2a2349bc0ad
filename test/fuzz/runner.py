"""Runs programs, many per process, and says what is wrong with each."""
import bisect
import os
import pathlib
import re
import signal
import subprocess
import tempfile
from dataclasses import dataclass

TOLERANCE = {"f32": 1e-3, "bf16": 6e-2, "f64": 1e-10, "i32": 0, "f16": 2e-2, "complex<f32>": 1e-3}
SPLIT = "// -----\n"
PLACE = re.compile(r".*?:(\d+):\d+: error: (.*)")
SECONDS = 10  # of the processor, for one program; many share a process and get less each
SECONDS_MORE = 0.1


@dataclass
class Check:
    """How programs are checked: the last stage (or exe), the tolerance, whether inputs are integers, an op to leave out,
    whether gathers for contractions go round in rings."""
    stage: str = "partition"
    tolerance: float = 0
    integers: bool = True
    drop: str = ""
    rings: bool = False

    def options(self):
        words = [f"tolerance={self.tolerance}", f"stage={self.stage}"]
        words += ["integers"] * self.integers + [f"drop={self.drop}"] * bool(self.drop) + ["rings"] * self.rings
        return f"--plait-test-equivalence={' '.join(words)}"

    def reading(self):
        """The check of a program that was written with its collectives."""
        return Check("partition", self.tolerance, self.integers, self.drop, self.rings)

    def command(self, path):
        """The command that checks one file."""
        if self.stage == "exe":
            return ["plait-run", str(path), "--check", f"--tolerance={self.tolerance}"] + ["--ring-bytes=0"] * self.rings
        return ["plait-opt", str(path), "-split-input-file", "--plait-import", "--plait-place", self.options(), "-o", os.devnull]


def kind_of(message):
    """The message without what differs between two programs with one bug."""
    return re.sub(r"'result\d+'|-?\d[\d.e+-]*|nan|inf|true|false", "#", message)[:60]


class Runner:
    def __init__(self, bin):
        self.bin = pathlib.Path(bin)
        self.folder = tempfile.TemporaryDirectory()
        self.next = 0

    def failures(self, texts, check):
        """Per program its first error, or ''."""
        if check.stage == "exe":
            return [self.executable(text, check) for text in texts]
        if check.stage == "sdy":
            return [self.written(text, check) for text in texts]
        found, begin = [], 0
        while begin < len(texts):
            found += self.batch(texts[begin:], check)
            begin = len(found)
        return found

    def run(self, text, check, seconds):
        """Exit status (None: out of time), output and errors. Seconds are the processor's: a loaded machine is no error."""
        self.next += 1
        path = pathlib.Path(self.folder.name) / f"{self.next}.mlir"
        path.write_text(text)
        command = check.command(path)
        command[0] = str(self.bin / command[0])
        limited = ["sh", "-c", f'ulimit -t {int(seconds)}; exec "$@"', "sh"] + command
        try:
            done = subprocess.run(limited, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        finally:
            path.unlink()
        status = None if -done.returncode in (signal.SIGXCPU, signal.SIGKILL) else done.returncode
        return status, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")

    def batch(self, texts, check):
        """Errors of the first programs; all of them, or up to one that crashed."""
        starts, lines = [], 1
        for text in texts:
            starts.append(lines)
            lines += text.count("\n") + 1
        status, out, err = self.run(SPLIT.join(texts), check, SECONDS + SECONDS_MORE * len(texts))
        errors = {}
        for line in err.splitlines():
            place = PLACE.match(line)
            if place:
                errors.setdefault(bisect.bisect_right(starts, int(place[1])) - 1, place[2])
        passed = sum(line.startswith("equivalence:") for line in out.splitlines())
        done = passed + len(errors)
        found = [errors.get(number, "") for number in range(min(done, len(texts)))]
        if done < len(texts):
            found.append("timeout" if status is None else f"crash (status {status})")
        return found

    def written(self, text, check):
        """Writes the program with its collectives in sdy's words, and checks what is read back."""
        path = pathlib.Path(self.folder.name) / "written.mlir"
        path.write_text(text)
        command = [str(self.bin / "plait-compile"), str(path), "--emit-shardings=sdy-collectives", "-o", str(path)]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60 * SECONDS)
        if done.returncode != 0:
            return done.stderr.decode(errors="replace").split("error:", 1)[-1].splitlines()[0].strip()
        status, out, err = self.run(path.read_text(), check.reading(), SECONDS)
        if status == 0 and "equivalence:" in out:
            return ""
        return "timeout" if status is None else err.split("error:", 1)[-1].splitlines()[0].strip() or f"crash (status {status})"

    def executable(self, text, check):
        status, out, err = self.run(text, check, 6 * SECONDS)
        if status is None:
            return "timeout"
        if status == 0 and "check:" in out:
            return ""
        lines = err.splitlines() + out.splitlines()
        errors = [line for line in lines if "error:" in line or " differs at " in line]
        return errors[0].split("error:", 1)[-1].strip() if errors else f"crash (status {status})"
