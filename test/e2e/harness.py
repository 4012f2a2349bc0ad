"""What the end-to-end tests share: the tools, running them, comparing tensors, reading reports."""
import json
import math
import os
import pathlib
import re
import subprocess
from dataclasses import dataclass

import ml_dtypes  # noqa: F401  NumPy's bfloat16
import numpy as np
from safetensors.numpy import load_file

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = pathlib.Path(os.environ.get("PLAIT_BIN", ROOT / "build" / "bin")).resolve()
MODELS = pathlib.Path(__file__).parent / "models"
BYTES = {"bool": 1, "int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "float16": 2, "bfloat16": 2, "complex128": 16}


# ---------------------------------------------------------------- running

@dataclass
class Outcome:
    """What a command did; `text` is its stdout and stderr."""
    status: int
    text: str

    @property
    def errors(self):
        return len(re.findall(r"\berror\b", self.text, re.I))

    @property
    def crashed(self):
        return self.status < 0 or self.status >= 124 or "Stack dump" in self.text or "terminate called" in self.text


def run(*command, timeout=300, **options):
    command = [str(c) for c in command]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=timeout, **options)
    return Outcome(done.returncode, done.stdout + done.stderr)


def compile_to(output, program, *options, **kw):
    return run(BIN / "plait-compile", program, "-o", output, *options, **kw)


def compiled(output, program, *options):
    """Compiles with a report beside the program, which it returns."""
    report = output.with_suffix(".json")
    done = compile_to(output, program, f"--report={report}", *options)
    assert done.status == 0, done.text
    return read_json(report)


def results_of(executable, inputs, *options):
    """Runs; returns the results and the runtime's statistics."""
    outputs, stats = executable.with_suffix(".out.safetensors"), executable.with_suffix(".stats.json")
    done = run(executable, "--inputs", inputs, "--outputs", outputs, "--stats", stats, *options)
    assert done.status == 0, done.text
    return load_file(outputs), read_json(stats)


def read_json(path):
    return json.loads(pathlib.Path(path).read_text())


# ---------------------------------------------------------------- models

@dataclass
class Model:
    """A folder of test/e2e/models."""
    name: str

    def __post_init__(self):
        self.folder = MODELS / self.name
        self.program = self.folder / "model.mlir"
        self.meta = read_json(self.folder / "meta.json")
        self.data = MODELS / (self.meta["data"] or self.name)
        self.inputs = self.data / "inputs.safetensors"

    def expected(self, steps):
        return load_file(self.data / f"expected_{steps}.safetensors")

    @property
    def steps(self):
        return (1, 3) if self.meta["carried"] else (1,)


def model_names():
    return sorted(f.name for f in MODELS.iterdir() if (f / "meta.json").exists())


# ---------------------------------------------------------------- tensors

def difference(got, want):
    """max |got - want| / max |want|; infinite where shapes, types or NaNs differ."""
    if got.shape != want.shape or got.dtype != want.dtype:
        return math.inf
    if want.size == 0:
        return 0.0
    a, b = got.astype(np.float64), want.astype(np.float64)
    if (np.isnan(a) != np.isnan(b)).any():
        return math.inf
    a, b = np.nan_to_num(a), np.nan_to_num(b)
    top = np.abs(b).max()
    return float(np.abs(a - b).max() / top if top else np.abs(a).max())


def assert_close(got, want, tolerance):
    """Every tensor of `want` is in `got`: floats within `tolerance` of its largest value, all others exactly."""
    assert set(want) <= set(got), f"missing: {sorted(set(want) - set(got))}"
    wrong = []
    for name, b in want.items():
        limit = 0.0 if b.dtype.kind in "iub" else tolerance
        off = difference(got[name], b)
        if off > limit:
            wrong.append(f"{name}: off by {off:.1e} of its largest value, allowed {limit:.0e}")
    assert not wrong, "\n".join([f"{len(wrong)} of {len(want)} results differ", *wrong[:8]])


def assert_same_bits(got, want):
    assert set(got) == set(want)
    different = [name for name in want if got[name].tobytes() != want[name].tobytes()]
    assert not different, different


# ---------------------------------------------------------------- reports

def axes(report):
    return {a["name"]: a["size"] for a in report["mesh"]["axes"]}


def dims(sharding):
    """'[{data},{model:(1)2}]' -> [[("data", None)], [("model", 2)]]: per dimension the axes and sizes of sub-axes."""
    return [[(axis, int(size) if size else None) for axis, size in re.findall(r"(\w+)(?::\(\d+\)(\d+))?", body)]
            for body in re.findall(r"\{([^}]*)\}", sharding)]


def local_bytes(port, sizes):
    """Bytes that one device holds of an argument or result."""
    width = BYTES.get(port["dtype"], 8 if port["dtype"].endswith("64") else 4)
    cuts = [math.prod(size or sizes[axis] for axis, size in dim) for dim in dims(port["sharding"])]
    return width * math.prod(-(-n // cut) for n, cut in zip(port["shape"], cuts))


def per_kind(collectives):
    """kind -> executions and bytes: what a report says, or what a run counted."""
    table = {}
    for c in collectives:
        entry = table.setdefault(c["kind"], [0, 0])
        entry[0] += c["count"] or 0
        entry[1] += c["bytes_per_device"] or 0
    return table


def moved_bytes(table):
    """Of per_kind(): kind -> bytes, for kinds that move any."""
    return {kind: size for kind, (_, size) in table.items() if size}


def lasting(report):
    """A report without what may differ between two compilations of one program: times."""
    return {key: value for key, value in report.items() if key != "compile_seconds"}
