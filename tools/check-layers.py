#!/usr/bin/env python3
"""Checks that every #include points to a layer that may be seen.

  tools/check-layers.py [ROOT]

The arrows (a folder may include only what stands left of it):
  support -> sharding -> cost -> placement -> dialects -> analysis -> passes/<stage> -> pipeline -> capi
                                 dialects -> reference -> pipeline
  plait <- coll; linalgx, aref and input/* use neither; passes/S never includes passes/T;
  runtime sees no LLVM; backends do not see each other; input dialects are seen by import and pipeline only, sdy and
  stablehlo, which it writes, by interop too.
Exit status 1 and one line per fault, `file:line: A may not include B`.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')

# What each layer may include, itself always. A layer is the longest matching prefix below include/plait.
ALLOWED = {
    "support": set(),
    "sharding": {"support"},
    "cost": {"support", "sharding"},
    "placement": {"support", "sharding", "cost"},
    "dialects/plait": {"support", "sharding", "cost", "placement"},
    "dialects/coll": {"support", "sharding", "cost", "placement", "dialects/plait"},
    "dialects/linalgx": {"support"},
    "dialects/aref": {"support"},
    "dialects/input/stablehlo": {"support"},
    "dialects/input/chlo": {"support"},
    "dialects/input/sdy": {"support", "sharding"},
    "runtime": set(),
}
CORE = {"support", "sharding", "cost", "placement", "dialects/plait", "dialects/coll", "dialects/linalgx", "dialects/aref"}
INPUT = {"dialects/input/stablehlo", "dialects/input/chlo", "dialects/input/sdy"}
ALLOWED["analysis"] = CORE
ALLOWED["reference"] = CORE
ALLOWED["interop"] = CORE | {"analysis", "dialects/input/sdy", "dialects/input/stablehlo"}
STAGES = ["import", "place", "propagate", "partition", "verify", "fuse", "overlap", "codegen/cpu", "codegen/nvgpu", "lower"]
for stage in STAGES:
    ALLOWED[f"passes/{stage}"] = CORE | {"analysis", "runtime"} | (INPUT if stage == "import" else set())
ALLOWED["pipeline"] = CORE | INPUT | {"analysis", "interop", "reference", "runtime"} | {f"passes/{s}" for s in STAGES}
ALLOWED["capi"] = {"pipeline", "support"}
ALLOWED["tools"] = {"pipeline", "support", "runtime", "capi"}
LAYERS = sorted(ALLOWED, key=len, reverse=True)


def layer_of(path):
    """The layer of a path below include/plait, or of a source path; None where it is in none."""
    for layer in LAYERS:
        if path == layer or path.startswith(layer + "/"):
            return layer
    return None


def home(relative):
    """The layer that a source file belongs to."""
    parts = relative.as_posix()
    for prefix in ("include/plait/", "lib/", ""):
        if parts.startswith(prefix) and layer_of(parts[len(prefix):]):
            return layer_of(parts[len(prefix):])
    return None


def backend(path):
    found = re.search(r"backends/(\w+)/", path)
    return found[1] if found else None


def faults(root):
    for path in sorted(root.rglob("*")):
        relative = path.relative_to(root)
        if path.suffix not in (".h", ".cpp", ".c") or relative.parts[0] in ("test",) or relative.parts[0].startswith(("build", ".")):
            continue
        layer = home(relative)
        if layer is None:
            continue
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            name = match[1]
            if layer == "runtime":
                if name.startswith(("llvm/", "mlir/")):
                    yield f"{relative}:{number}: runtime may not include {name}"
                own, other = backend(relative.as_posix()), backend(name)
                registry = relative.parent.name == "backends"  # the one place that names them all
                if other and own != other and not registry:
                    yield f"{relative}:{number}: {own or 'runtime/core'} may not include backend {other}"
            if name.startswith("plait/"):
                target = layer_of(name[len("plait/"):])
                if target and target != layer and target not in ALLOWED[layer]:
                    yield f"{relative}:{number}: {layer} may not include {target} ({name})"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[1])
    found = list(faults(root))
    print("\n".join(found) if found else "layers: no fault")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
