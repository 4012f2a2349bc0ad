#!/usr/bin/env python3
"""Shows a report of plait-compile: how values are sharded, what is communicated and why, what memory it takes.

  tools/show/report.py REPORT.json [--only shardings|communication|memory]
"""
import argparse
import json
import math
import os
import re
from collections import Counter, defaultdict

from tables import number, plural, seconds, section, table, title

BYTES = {"bool": 1, "int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "float16": 2, "bfloat16": 2, "complex128": 16}


# ---------------------------------------------------------------- words

def mesh_text(report):
    return " × ".join(f"{a['name']}={a['size']}" for a in report["mesh"]["axes"])


def local_bytes(port):
    width = BYTES.get(port["dtype"], 8 if port["dtype"].endswith("64") else 4)
    return width * math.prod(port["local_shape"])


def any_index(name):
    """params['blocks'][1]['up'] -> params['blocks'][*]['up']: the same tensor of every layer."""
    return re.sub(r"\[\d+\]", "[*]", name)


def last_key(name):
    """params['blocks'][1]['up'] -> up, opt_state[1][0].count -> count, x -> x"""
    keys = re.findall(r"\['([^']*)'\]|\.(\w+)", name)
    return (keys[-1][0] or keys[-1][1]) if keys else name


def keys_text(ports):
    counts = Counter(last_key(p["name"]) for p in ports)
    return ", ".join(key if n == 1 else f"{key} ×{n}" for key, n in counts.items())


def short_place(location):
    """optax/tree_utils/_tree_math.py:187 -> _tree_math.py:187"""
    return os.path.basename(location or "")


# ---------------------------------------------------------------- parts

def grouped(items, key):
    groups = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return groups


def show_ports(what, ports, state_of):
    """One row per state and sharding: tensors that are treated alike."""
    rows = [[state, len(group), sharding, number(sum(map(local_bytes, group))), keys_text(group)]
            for (state, sharding), group in grouped(ports, lambda p: (state_of(p), p["sharding"])).items()]
    table([what, "count", "sharding", "bytes/device", "last key of their names"], rows, right=("count", "bytes/device"))


def state_text(state):
    return "value" if state == "none" else state


def result_state(report):
    """A result that replaces an argument is the new value of that argument's state."""
    def state(result):
        alias = result.get("alias", -1)
        return f"new {state_text(report['arguments'][alias]['state'])}" if alias >= 0 else "-"
    return state


def show_values(values):
    """What lies between arguments and results, by sharding, the most frequent first."""
    rows = []
    for sharding, group in grouped(values, lambda v: v["sharding"]).items():
        kinds, shapes = Counter(), Counter()
        for value in group:
            kinds[value["op"].split(".")[-1]] += value["count"]
            shapes["×".join(map(str, value["shape"])) or "scalar"] += value["count"]
        text = ", ".join(f"{kind} ×{n}" if n > 1 else kind for kind, n in kinds.most_common(6))
        rows.append((sum(kinds.values()), sharding, shapes.most_common(1)[0][0], text + (", …" if len(kinds) > 6 else "")))
    rows.sort(key=lambda row: -row[0])
    table(["values between", "sharding", "most frequent shape", "made by"], rows, right=("values between",))


def show_shardings(report):
    section(f"Shardings on {mesh_text(report)}")
    show_ports("argument", report["arguments"], lambda argument: state_text(argument["state"]))
    print()
    show_ports("result", report["results"], result_state(report))
    if report.get("values"):
        print()
        show_values(report["values"])


def show_collectives(report):
    """One row per kind, axes, reason and line; bytes are what one device receives in a step."""
    totals = report["totals"]
    section(f"Communication of one step: {number(totals['collectives'])} collectives, each device receives "
            f"{number(totals['bytes_per_device'])} bytes")
    if not report["collectives"]:
        return
    groups = grouped(report["collectives"], lambda c: (c["kind"], ",".join(c["axes"]), any_index(c["reason"]),
                                                       short_place(c["location"])))
    rows = []
    for (kind, axes, reason, place), group in groups.items():
        count = None if any(c["count"] is None for c in group) else sum(c["count"] for c in group)
        rows.append((sum(c["bytes_per_device"] for c in group), kind, axes, count, place, reason))
    rows.sort(key=lambda row: -row[0])
    table(["kind", "axes", "count", "bytes", "line", "reason"],
          [[kind, axes, number(count), number(size), place, reason] for size, kind, axes, count, place, reason in rows],
          right=("count", "bytes"))


def show_memory(report, whole=None):
    """Planned bytes of one device; `whole` is the report of the same program on one device."""
    section("Memory of one device, in bytes")
    planned = report["memory"]["planned"]
    states = grouped(report["arguments"], lambda a: a["state"])
    parts = [(f"arguments: {state}", sum(map(local_bytes, group))) for state, group in states.items()]
    parts += [("results that replace no argument", planned["results"]), ("arena: values within the step", planned["arena"] or 0)]
    if not whole:
        table(["part", "bytes", ""], [[name, number(size), ""] for name, size in parts], right=("bytes",))
        return
    alone = {f"arguments: {state}": sum(map(local_bytes, group))
             for state, group in grouped(whole["arguments"], lambda a: a["state"]).items()}
    alone |= {parts[-2][0]: whole["memory"]["planned"]["results"], parts[-1][0]: whole["memory"]["planned"]["arena"] or 0}
    parts.append(("all", sum(size for _, size in parts)))
    alone["all"] = sum(alone.values())
    rows = [[name, number(size), number(alone[name]), f"{100 * size / alone[name]:.0f} %" if alone[name] else "", ""]
            for name, size in parts]
    table(["part", "bytes", "on one device", "share", ""], rows, right=("bytes", "on one device", "share"))


PARTS = {"shardings": show_shardings, "communication": show_collectives, "memory": show_memory}


def show(report, whole=None):
    show_shardings(report)
    show_collectives(report)
    show_memory(report, whole)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("report", metavar="REPORT.json")
    parser.add_argument("--only", choices=PARTS, help="show one part")
    options = parser.parse_args()
    with open(options.report) as file:
        report = json.load(file)
    title(f"{options.report}: {mesh_text(report)}, {plural(report['mesh']['devices'], 'device')}, compiled in "
          f"{seconds(report['compile_seconds']['total'])}")
    for name, part in PARTS.items():
        if options.only in (None, name):
            part(report)


if __name__ == "__main__":
    main()
