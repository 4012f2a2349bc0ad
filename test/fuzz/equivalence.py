#!/usr/bin/env python3
"""Random programs: N simulated devices must give what one device gives.

  test/fuzz/equivalence.py [--bin build/bin] [--count 100] [--seed 0] [--stage partition|fuse|overlap|exe] [--keep DIR]

Writes small StableHLO programs with random shapes (uneven ones most), random shardings on arguments, results and values
in between, and runs each through import, place and `--plait-test-equivalence`. What fails is cut down to one result and
kept. Exit status 1 where a program failed; a program that the compiler refuses with an error counts as failed too.
"""
import argparse
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor

MESHES = [{"x": 2}, {"x": 3}, {"x": 4}, {"x": 4, "y": 2}, {"x": 2, "y": 2, "z": 2}, {"x": 2, "y": 3}]
TOLERANCE = {"f32": 1e-4, "bf16": 6e-2, "f64": 1e-11, "i32": 0, "f16": 2e-2, "complex<f32>": 1e-4}
SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 12]


def spell(shape, dtype="f32"):
    return "tensor<" + "".join(f"{n}x" for n in shape) + dtype + ">"


class Value:
    def __init__(self, name, shape, dtype):
        self.name, self.shape, self.dtype = name, tuple(shape), dtype

    @property
    def type(self):
        return spell(self.shape, self.dtype)


class Program:
    """A list of lines, each with the value it makes and the values it uses."""

    def __init__(self, rng, dtype):
        self.rng, self.mesh, self.dtype = rng, rng.choice(MESHES), dtype
        self.arguments, self.lines, self.values, self.next = [], [], [], 0

    # ------------------------------------------------------------ building
    def fresh(self, shape, dtype):
        self.next += 1
        return Value(f"%v{self.next}", shape, dtype)

    def argument(self, shape, dtype=None, sharded=True):
        dtype = dtype or self.dtype
        value = Value(f"%arg{len(self.arguments)}", shape, dtype)
        self.arguments.append((value, self.sharding(len(shape)) if sharded else None))
        self.values.append(value)
        return value

    def scalar(self, value):
        """A constant of the program's type; a word names a value that each type has."""
        if self.dtype == "i32":
            value = {"lowest": "-2147483648", "highest": "2147483647"}.get(value, str(int(float(value))) if value[0] in "-0123456789" else value)
        elif self.dtype == "complex<f32>":
            value = f"({value},0.5)" if value != "0.0" else "(0.0,0.0)"
        elif self.dtype == "f16":
            value = {"lowest": "-6.0e+4", "highest": "6.0e+4"}.get(value, value)
        else:
            value = {"lowest": "-1.0e+30", "highest": "1.0e+30"}.get(value, value)
        t = spell((), self.dtype)
        return self.emit((), self.dtype, [], f"%@@ = stablehlo.constant dense<{value}> : {t}", keep=False)

    def emit(self, shape, dtype, uses, text, keep=True):
        value = self.fresh(shape, dtype)
        self.lines.append((value, list(uses), text.replace("@@", value.name[1:])))
        if keep:
            self.values.append(value)
        return value

    def pick(self, dtype=None, minimum=0, maximum=9, largest=4000):
        dtype = dtype or self.dtype
        found = [v for v in self.values if v.dtype == dtype and minimum <= len(v.shape) <= maximum and size(v.shape) <= largest]
        if not found:
            raise LookupError("no value of that kind yet")
        return self.rng.choice(found[-4:] if self.rng.random() < 0.6 else found)

    def sharding(self, rank):
        axes = []
        for name, extent in self.mesh.items():
            if extent == 4 and self.rng.random() < 0.2:
                axes += [f'"{name}":(1)2', f'"{name}":(2)2']
            else:
                axes.append(f'"{name}"')
        self.rng.shuffle(axes)
        dims = [[] for _ in range(rank)]
        for axis in axes:
            if rank and self.rng.random() < 0.6:
                self.rng.choice(dims).append(axis)
        closed = self.rng.random() < 0.5
        text = ", ".join("{" + ", ".join(d if closed else d + ["?"]) + "}" for d in dims)
        return f"<@mesh, [{text}]>"

    # ------------------------------------------------------------ printing
    def text(self, results, shardings=()):
        needed, lines = set(v.name for v in results), []
        for value, uses, line in reversed(self.lines):
            if value.name in needed:
                needed |= {u.name for u in uses}
                lines.append(line)
        mesh = ", ".join(f'"{n}"={s}' for n, s in self.mesh.items())
        args = ", ".join(f"{v.name}: {v.type}" + (f" {{sdy.sharding = #sdy.sharding{s}}}" if s else "") for v, s in self.arguments)
        types = ", ".join(v.type for v in results)
        shown = ", ".join(v.type + (f" {{sdy.sharding = #sdy.sharding{s}}}" if s else "") for v, s in zip(results, shardings or [""] * len(results)))
        body = "\n".join("  " + part for line in reversed(lines) for part in line.split("\n"))
        return (f"sdy.mesh @mesh = <[{mesh}]>\nfunc.func public @main({args}) -> ({shown}) {{\n{body}\n"
                f"  return {', '.join(v.name for v in results)} : {types}\n}}\n")


def size(shape):
    n = 1
    for d in shape:
        n *= d
    return n


def is_ordered(p):
    return not p.dtype.startswith("complex")


def region(op, dtype):
    t = spell((), dtype)
    return f"({{ ^bb0(%p: {t}, %q: {t}): %s = stablehlo.{op} %p, %q : {t} stablehlo.return %s : {t} }})"


# ---------------------------------------------------------------- ops; each returns nothing, and may do nothing

def unary(p):
    a = p.pick()
    op = p.rng.choice(["negate", "abs", "sign"] + (["not"] if p.dtype == "i32" else ["tanh", "sine", "logistic", "floor"]))
    p.emit(a.shape, p.dtype, [a], f"%@@ = stablehlo.{op} {a.name} : {a.type}")


def same_shape(p, a):
    """A value of a's shape, made if there is none."""
    found = [v for v in p.values if v.shape == a.shape and v.dtype == a.dtype and v is not a]
    return p.rng.choice(found) if found and p.rng.random() < 0.7 else p.argument(a.shape, a.dtype)


def binary(p):
    a = p.pick()
    b = same_shape(p, a)
    op = p.rng.choice(["add", "multiply", "subtract"] + ["maximum", "minimum"] * is_ordered(p))
    p.emit(a.shape, p.dtype, [a, b], f"%@@ = stablehlo.{op} {a.name}, {b.name} : {a.type}")


def select(p):
    a = p.pick()
    b = same_shape(p, a)
    c = p.emit(a.shape, "i1", [a, b], f"%@@ = stablehlo.compare LT, {a.name}, {b.name} : ({a.type}, {a.type}) -> {spell(a.shape, 'i1')}")
    p.emit(a.shape, p.dtype, [c, a, b], f"%@@ = stablehlo.select {c.name}, {a.name}, {b.name} : {c.type}, {a.type}")


def dot(p):
    a = p.pick(minimum=1, maximum=4, largest=1500)
    dims = list(range(len(a.shape)))
    p.rng.shuffle(dims)
    batch = dims[:p.rng.choice([0, 0, 1])]
    rest = dims[len(batch):]
    contract = rest[:p.rng.choice([1, 1, 1, 2, 0])]
    free = [p.rng.choice(SIZES) for _ in range(p.rng.choice([0, 1, 1, 2]))]
    kinds = [("b", i) for i in batch] + [("c", i) for i in contract] + [("f", n) for n in free]
    p.rng.shuffle(kinds)
    shape = [n if k == "f" else a.shape[n] for k, n in kinds]
    if size(shape) > 1500:
        return
    found = [v for v in p.values if list(v.shape) == shape and v.dtype == p.dtype]
    b = p.rng.choice(found) if found else p.argument(shape)
    rb = [kinds.index(("b", i)) for i in batch]
    rc = [kinds.index(("c", i)) for i in contract]
    out = [a.shape[i] for i in batch] + [a.shape[i] for i in range(len(a.shape)) if i not in batch + contract]
    out += [n for k, n in kinds if k == "f"]
    batching = f"batching_dims = {batch} x {rb}, " if batch else ""
    if size(out) <= 4000:
        p.emit(out, p.dtype, [a, b], f"%@@ = stablehlo.dot_general {a.name}, {b.name}, {batching}contracting_dims = {contract} x {rc}"
                                   f" : ({a.type}, {b.type}) -> {spell(out, p.dtype)}")


def transpose(p):
    a = p.pick(minimum=2)
    perm = list(range(len(a.shape)))
    p.rng.shuffle(perm)
    out = [a.shape[i] for i in perm]
    p.emit(out, p.dtype, [a], f"%@@ = stablehlo.transpose {a.name}, dims = {perm} : ({a.type}) -> {spell(out, p.dtype)}")


def reshape(p):
    a = p.pick(minimum=1)
    dims = list(a.shape)
    for _ in range(p.rng.choice([1, 1, 2])):
        if len(dims) > 1 and p.rng.random() < 0.5:
            i = p.rng.randrange(len(dims) - 1)
            dims[i:i + 2] = [dims[i] * dims[i + 1]]
        elif dims:
            i = p.rng.randrange(len(dims))
            divisors = [d for d in range(1, dims[i] + 1) if dims[i] % d == 0]
            d = p.rng.choice(divisors)
            dims[i:i + 1] = [d, dims[i] // d]
    if len(dims) <= 5:
        p.emit(dims, p.dtype, [a], f"%@@ = stablehlo.reshape {a.name} : ({a.type}) -> {spell(dims, p.dtype)}")


def broadcast(p):
    a = p.pick(maximum=3, largest=300)
    out, dims = [], []
    for i, n in enumerate(a.shape):
        while p.rng.random() < 0.3:
            out.append(p.rng.choice(SIZES))
        dims.append(len(out))
        out.append(p.rng.choice(SIZES) if n == 1 and p.rng.random() < 0.5 else n)
    while len(out) < 4 and p.rng.random() < 0.4:
        out.append(p.rng.choice(SIZES))
    if size(out) <= 3000 and len(out) <= 4:
        p.emit(out, p.dtype, [a], f"%@@ = stablehlo.broadcast_in_dim {a.name}, dims = {dims} : ({a.type}) -> {spell(out, p.dtype)}")


def slicing(p):
    a = p.pick(minimum=1)
    parts, out = [], []
    for n in a.shape:
        begin = p.rng.randrange(n)
        end = p.rng.randint(begin + 1, n)
        step = p.rng.choice([1, 1, 1, 2])
        if p.rng.random() < 0.4:
            begin, end, step = 0, n, 1
        parts.append(f"{begin}:{end}:{step}" if step > 1 else f"{begin}:{end}")
        out.append((end - begin + step - 1) // step)
    p.emit(out, p.dtype, [a], f"%@@ = stablehlo.slice {a.name} [{', '.join(parts)}] : ({a.type}) -> {spell(out, p.dtype)}")


def pad(p):
    a = p.pick(minimum=1)
    low = [p.rng.choice([0, 0, 1, 2, -1 if n > 2 else 0]) for n in a.shape]
    high = [p.rng.choice([0, 0, 1, 3, -1 if n > 3 else 0]) for n in a.shape]
    inner = [p.rng.choice([0, 0, 0, 1]) for n in a.shape]
    out = [low[i] + high[i] + n + inner[i] * (n - 1) for i, n in enumerate(a.shape)]
    c = p.scalar(p.rng.choice(["0.0", "1.5", "-2.0"]))
    p.emit(out, p.dtype, [a, c], f"%@@ = stablehlo.pad {a.name}, {c.name}, low = {low}, high = {high}, interior = {inner}"
                               f" : ({a.type}, {c.type}) -> {spell(out, p.dtype)}")


def concatenate(p):
    a = p.pick(minimum=1, largest=1000)
    dim = p.rng.randrange(len(a.shape))
    shape = list(a.shape)
    shape[dim] = p.rng.choice(SIZES)
    b = a if shape == list(a.shape) and p.rng.random() < 0.3 else p.argument(shape)
    out = list(a.shape)
    out[dim] += b.shape[dim]
    p.emit(out, p.dtype, [a, b], f"%@@ = stablehlo.concatenate {a.name}, {b.name}, dim = {dim} : ({a.type}, {b.type}) -> {spell(out, p.dtype)}")


def reverse(p):
    a = p.pick(minimum=1)
    dims = sorted(p.rng.sample(range(len(a.shape)), p.rng.randint(1, len(a.shape))))
    p.emit(a.shape, p.dtype, [a], f"%@@ = stablehlo.reverse {a.name}, dims = {dims} : {a.type}")


def iota(p):
    shape = [p.rng.choice(SIZES) for _ in range(p.rng.choice([1, 2, 3]))]
    a = same_shape(p, Value("%none", shape, p.dtype))
    i = p.emit(shape, p.dtype, [], f"%@@ = stablehlo.iota dim = {p.rng.randrange(len(shape))} : {spell(shape, p.dtype)}", keep=False)
    p.emit(shape, p.dtype, [i, a], f"%@@ = stablehlo.multiply {i.name}, {a.name} : {a.type}")


def reduce(p):
    a = p.pick(minimum=1)
    dims = sorted(p.rng.sample(range(len(a.shape)), p.rng.randint(1, len(a.shape))))
    out = [n for i, n in enumerate(a.shape) if i not in dims]
    op, init = p.rng.choice([("add", "0.0"), ("add", "0.0"), ("maximum", "lowest"), ("minimum", "highest"),
                             ("add", "2.5"), ("maximum", "0.25")] + [("multiply", "1.0")] * (size(a.shape) <= 64)) if is_ordered(p) else ("add", "0.0")
    c = p.scalar(init)
    p.emit(out, p.dtype, [a, c], f"%@@ = stablehlo.reduce({a.name} init: {c.name}) applies stablehlo.{op} across dimensions = {dims}"
                               f" : ({a.type}, {c.type}) -> {spell(out, p.dtype)}")


def argmax(p):
    a = p.pick(minimum=1)
    dim = p.rng.randrange(len(a.shape))
    out = [n for i, n in enumerate(a.shape) if i != dim]
    f = p.scalar("lowest")
    z = p.emit((), "i32", [], "%@@ = stablehlo.constant dense<0> : tensor<i32>", keep=False)
    i = p.emit(a.shape, "i32", [], f"%@@ = stablehlo.iota dim = {dim} : {spell(a.shape, 'i32')}", keep=False)
    r = p.fresh(out, "i32")
    n = r.name
    p.lines.append((r, [a, f, z, i], f"""{n}_p:2 = stablehlo.reduce({a.name} init: {f.name}), ({i.name} init: {z.name}) across dimensions = [{dim}] : ({a.type}, {i.type}, {f.type}, tensor<i32>) -> ({spell(out, p.dtype)}, {r.type})
 reducer(%a: {f.type}, %c: {f.type}) (%b: tensor<i32>, %d: tensor<i32>) {{
  %1 = stablehlo.compare GT, %a, %c : ({f.type}, {f.type}) -> tensor<i1>
  %2 = stablehlo.compare EQ, %a, %c : ({f.type}, {f.type}) -> tensor<i1>
  %3 = stablehlo.compare LT, %b, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %4 = stablehlo.and %2, %3 : tensor<i1>
  %5 = stablehlo.or %1, %4 : tensor<i1>
  %6 = stablehlo.select %1, %a, %c : tensor<i1>, {f.type}
  %7 = stablehlo.select %5, %b, %d : tensor<i1>, tensor<i32>
  stablehlo.return %6, %7 : {f.type}, tensor<i32>
 }}
{n} = stablehlo.add {n}_p#1, {n}_p#1 : {r.type}"""))
    p.values.append(r)


def start(p):
    c = p.rng.choice([0, 1, 2, 5, -1])
    if p.rng.random() < 0.5:
        return p.emit((), "i32", [], f"%@@ = stablehlo.constant dense<{c}> : tensor<i32>", keep=False)
    found = [v for v in p.values if v.shape == () and v.dtype == "i32"]
    return p.rng.choice(found) if found else p.argument((), "i32", sharded=False)


def dynamic_slice(p):
    a = p.pick(minimum=1, maximum=3)
    sizes = [p.rng.choice([n, p.rng.randint(1, n)]) for n in a.shape]
    at = [start(p) for _ in sizes]
    types = ", ".join([a.type] + ["tensor<i32>"] * len(at))
    p.emit(sizes, p.dtype, [a] + at, f"%@@ = stablehlo.dynamic_slice {a.name}, {', '.join(v.name for v in at)}, sizes = {sizes} : ({types}) -> {spell(sizes, p.dtype)}")


def dynamic_update(p):
    a = p.pick(minimum=1, maximum=3)
    sizes = [p.rng.choice([n, p.rng.randint(1, n)]) for n in a.shape]
    u = same_shape(p, Value("%none", sizes, p.dtype))
    at = [start(p) for _ in sizes]
    types = ", ".join([a.type, u.type] + ["tensor<i32>"] * len(at))
    p.emit(a.shape, p.dtype, [a, u] + at, f"%@@ = stablehlo.dynamic_update_slice {a.name}, {u.name}, {', '.join(v.name for v in at)} : ({types}) -> {a.type}")


def indices(p, n, bound):
    """n row numbers, some out of range."""
    found = p.emit((n, 1), "i32", [], f"%@@ = stablehlo.constant dense<{[[p.rng.randint(-1, bound)] for _ in range(n)]}> : {spell((n, 1), 'i32')}", keep=False)
    if p.rng.random() < 0.4:
        return found
    extra = p.argument((n, 1), "i32")
    return p.emit((n, 1), "i32", [found, extra], f"%@@ = stablehlo.add {found.name}, {extra.name} : {found.type}", keep=False)


def gather(p):
    a = p.pick(minimum=1, maximum=3)
    n = p.rng.choice(SIZES)
    ix = indices(p, n, a.shape[0])
    out = [n] + list(a.shape[1:])
    offset = list(range(1, len(a.shape)))
    sizes = ", ".join(str(d) for d in [1] + list(a.shape[1:]))
    dims = f"offset_dims = {offset}, " if offset else ""
    p.emit(out, p.dtype, [a, ix], f'%@@ = "stablehlo.gather"({a.name}, {ix.name}) <{{dimension_numbers = #stablehlo.gather<{dims}collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: {sizes}>}}> : ({a.type}, {ix.type}) -> {spell(out, p.dtype)}')


def scatter(p):
    a = p.pick(minimum=1, maximum=3)
    n = p.rng.choice(SIZES)
    ix = indices(p, n, a.shape[0])
    u = same_shape(p, Value("%none", [n] + list(a.shape[1:]), p.dtype))
    window = list(range(1, len(a.shape)))
    dims = f"update_window_dims = {window}, " if window else ""
    p.emit(a.shape, p.dtype, [a, ix, u], f'%@@ = "stablehlo.scatter"({a.name}, {ix.name}, {u.name}) <{{scatter_dimension_numbers = #stablehlo.scatter<{dims}inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> {region(p.rng.choice(["add", "maximum"]) if is_ordered(p) else "add", p.dtype)} : ({a.type}, {ix.type}, {u.type}) -> {a.type}')


def sort(p):
    a = p.pick(minimum=1, maximum=3)
    p.emit(a.shape, p.dtype, [a], f'%@@ = "stablehlo.sort"({a.name}) <{{dimension = {p.rng.randrange(len(a.shape))} : i64, is_stable = true}}> ({{ ^bb0(%p: {spell((), p.dtype)}, %q: {spell((), p.dtype)}): %s = stablehlo.compare LT, %p, %q : ({spell((), p.dtype)}, {spell((), p.dtype)}) -> tensor<i1> stablehlo.return %s : tensor<i1> }}) : ({a.type}) -> {a.type}')


def reduce_window(p):
    a = p.pick(minimum=1, maximum=3, largest=600)
    w = [p.rng.choice([1, 1, 2, 3]) if n >= 3 else 1 for n in a.shape]
    s = [p.rng.choice([1, 1, 2]) for _ in w]
    pads = [[p.rng.randrange(k), p.rng.randrange(k)] for k in w]
    out = [(n + sum(q) - k) // t + 1 for n, k, t, q in zip(a.shape, w, s, pads)]
    op, init = p.rng.choice([("add", "0.0"), ("maximum", "lowest")])
    c = p.scalar(init)
    arr = lambda v: ", ".join(map(str, v))
    p.emit(out, p.dtype, [a, c], f'%@@ = "stablehlo.reduce_window"({a.name}, {c.name}) <{{window_dimensions = array<i64: {arr(w)}>, window_strides = array<i64: {arr(s)}>, padding = dense<{pads}> : tensor<{len(w)}x2xi64>}}> {region(op, p.dtype)} : ({a.type}, {c.type}) -> {spell(out, p.dtype)}')


def convolution(p):
    a = p.pick(minimum=3, maximum=3, largest=600)
    b, n, f = a.shape
    k, o = p.rng.choice([1, 2, 3]), p.rng.choice([1, 2, 4, 6])
    stride, lo, hi = p.rng.choice([1, 1, 2]), p.rng.randrange(k), p.rng.randrange(k)
    spatial = (n + lo + hi - k) // stride + 1
    if spatial < 1:
        return
    w = same_shape(p, Value("%none", [k, f, o], p.dtype))
    p.emit((b, spatial, o), p.dtype, [a, w], f"%@@ = stablehlo.convolution({a.name}, {w.name}) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {{stride = [{stride}], pad = [[{lo}, {hi}]]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({a.type}, {w.type}) -> {spell((b, spatial, o), p.dtype)}")


def loop(p):
    a = p.pick(maximum=3, largest=500)
    b = same_shape(p, a)
    n = p.emit((), "i32", [], f"%@@ = stablehlo.constant dense<{p.rng.choice([1, 2, 3])}> : tensor<i32>", keep=False)
    z = p.emit((), "i32", [], "%@@ = stablehlo.constant dense<0> : tensor<i32>", keep=False)
    o = p.emit((), "i32", [], "%@@ = stablehlo.constant dense<1> : tensor<i32>", keep=False)
    t = a.type
    p.emit(a.shape, p.dtype, [a, b, n, z, o], f"""%@@_l:2 = stablehlo.while(%i = {z.name}, %c = {a.name}) : tensor<i32>, {t}
 cond {{
  %1 = stablehlo.compare LT, %i, {n.name} : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %1 : tensor<i1>
 }} do {{
  %1 = stablehlo.{'negate' if p.dtype == 'i32' else 'tanh'} %c : {t}
  %2 = stablehlo.{p.rng.choice(["add", "multiply"])} %1, {b.name} : {t}
  %3 = stablehlo.add %i, {o.name} : tensor<i32>
  stablehlo.return %3, %2 : tensor<i32>, {t}
 }}
%@@ = stablehlo.negate %@@_l#1 : {t}""")


def scan(p):
    """A loop over slices of a stack that also writes a stack, as a scan over layers is."""
    a = p.pick(maximum=2, largest=200)
    n = p.rng.choice([2, 3, 4])
    ws = same_shape(p, Value("%none", (n,) + a.shape, p.dtype))
    i32 = lambda v: p.emit((), "i32", [], f"%@@ = stablehlo.constant dense<{v}> : tensor<i32>", keep=False)
    zero, one, end, init = i32(0), i32(1), i32(n), p.scalar("0.0")
    ys = p.emit(ws.shape, p.dtype, [init], f"%@@ = stablehlo.broadcast_in_dim {init.name}, dims = [] : ({init.type}) -> {ws.type}", keep=False)
    s, t = spell((1,) + a.shape, p.dtype), a.type
    starts = ", ".join(["%i"] + [zero.name] * len(a.shape))
    types = ", ".join(["tensor<i32>"] * (1 + len(a.shape)))
    p.emit(ws.shape, p.dtype, [a, ws, zero, one, end, ys], f"""%@@_l:3 = stablehlo.while(%i = {zero.name}, %c = {a.name}, %y = {ys.name}) : tensor<i32>, {t}, {ws.type}
 cond {{
  %1 = stablehlo.compare LT, %i, {end.name} : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %1 : tensor<i1>
 }} do {{
  %1 = stablehlo.dynamic_slice {ws.name}, {starts}, sizes = {[1] + list(a.shape)} : ({ws.type}, {types}) -> {s}
  %2 = stablehlo.reshape %1 : ({s}) -> {t}
  %3 = stablehlo.{p.rng.choice(["add", "subtract"])} %2, %c : {t}
  %4 = stablehlo.reshape %3 : ({t}) -> {s}
  %5 = stablehlo.dynamic_update_slice %y, %4, {starts} : ({ws.type}, {s}, {types}) -> {ws.type}
  %6 = stablehlo.add %i, {one.name} : tensor<i32>
  stablehlo.return %6, %3, %5 : tensor<i32>, {t}, {ws.type}
 }}
%@@ = stablehlo.negate %@@_l#2 : {ws.type}""")


def branch(p):
    a = p.pick(largest=1000)
    b = same_shape(p, a)
    c = start(p)
    p.emit(a.shape, p.dtype, [a, b, c], f"""%@@ = "stablehlo.case"({c.name}) ({{
  %1 = stablehlo.add {a.name}, {b.name} : {a.type}
  stablehlo.return %1 : {a.type}
 }}, {{
  stablehlo.return {b.name} : {a.type}
 }}) : (tensor<i32>) -> {a.type}""")


def uncounted(p):
    """A loop whose end depends on sharded values."""
    a = p.pick(minimum=1, maximum=3, largest=300)
    one, limit, zero = p.scalar("1.0"), p.scalar("20.0"), p.scalar("lowest")
    dims = list(range(len(a.shape)))
    p.emit(a.shape, p.dtype, [a, one, limit, zero], f"""%@@_o = stablehlo.broadcast_in_dim {one.name}, dims = [] : ({one.type}) -> {a.type}
%@@ = stablehlo.while(%c = {a.name}) : {a.type}
 cond {{
  %1 = stablehlo.reduce(%c init: {zero.name}) applies stablehlo.maximum across dimensions = {dims} : ({a.type}, {zero.type}) -> {zero.type}
  %2 = stablehlo.compare LT, %1, {limit.name} : ({zero.type}, {zero.type}) -> tensor<i1>
  stablehlo.return %2 : tensor<i1>
 }} do {{
  %1 = stablehlo.abs %c : {a.type}
  %2 = stablehlo.add %1, %1 : {a.type}
  %3 = stablehlo.add %2, %@@_o : {a.type}
  stablehlo.return %3 : {a.type}
 }}""")


def sort_pairs(p):
    a = p.pick(minimum=1, maximum=3)
    dim = p.rng.randrange(len(a.shape))
    i = p.emit(a.shape, "i32", [], f"%@@ = stablehlo.iota dim = {dim} : {spell(a.shape, 'i32')}", keep=False)
    t = spell((), p.dtype)
    p.emit(a.shape, "i32", [a, i], f"""%@@_s:2 = "stablehlo.sort"({a.name}, {i.name}) <{{dimension = {dim} : i64, is_stable = true}}> ({{ ^bb0(%p: {t}, %q: {t}, %x: tensor<i32>, %y: tensor<i32>): %s = stablehlo.compare GT, %p, %q : ({t}, {t}) -> tensor<i1> stablehlo.return %s : tensor<i1> }}) : ({a.type}, {i.type}) -> ({a.type}, {i.type})
%@@ = stablehlo.add %@@_s#1, %@@_s#1 : {i.type}""")


def dilated(p):
    """What the gradients of strided convolutions are: dilation of either side, groups."""
    a = p.pick(minimum=3, maximum=3, largest=400)
    b, n, f = a.shape
    k, groups = p.rng.choice([1, 2, 3]), p.rng.choice([g for g in (1, 2, 3) if f % g == 0])
    o = groups * p.rng.choice([1, 2])
    lhs, rhs, lo, hi = p.rng.choice([1, 2]), p.rng.choice([1, 2]), p.rng.randrange(k), p.rng.randrange(k)
    spatial = (n - 1) * lhs + 1 + lo + hi - ((k - 1) * rhs + 1) + 1
    if spatial < 1:
        return
    w = same_shape(p, Value("%none", [k, f // groups, o], p.dtype))
    out = (b, spatial, o)
    p.emit(out, p.dtype, [a, w], f"%@@ = stablehlo.convolution({a.name}, {w.name}) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {{pad = [[{lo}, {hi}]], lhs_dilate = [{lhs}], rhs_dilate = [{rhs}]}} {{batch_group_count = 1 : i64, feature_group_count = {groups} : i64}} : ({a.type}, {w.type}) -> {spell(out, p.dtype)}")


def constraint(p):
    a = p.pick()
    p.emit(a.shape, a.dtype, [a], f"%@@ = sdy.sharding_constraint {a.name} {p.sharding(len(a.shape))} : {a.type}")


UNORDERED = "unary select argmax sort sort_pairs uncounted reduce_window loop".split()  # ops that complex numbers lack, or may lack
OPS = [unary, binary, binary, select, dot, dot, dot, transpose, reshape, broadcast, slicing, pad, concatenate, reverse, iota, reduce, reduce,
       argmax, dynamic_slice, dynamic_update, gather, scatter, sort, reduce_window, convolution, loop, scan, branch, uncounted, sort_pairs, dilated, constraint, constraint]


def generate(seed, only, dtype=None):
    rng = random.Random(seed)
    p = Program(rng, dtype or rng.choice(["f32", "f32", "f32", "bf16", "f64", "i32", "complex<f32>"]))
    for _ in range(rng.choice([1, 1, 2])):
        p.argument([rng.choice(SIZES) for _ in range(rng.choice([1, 2, 2, 3, 3]))])
    is_complex = p.dtype.startswith("complex")
    ops = [op for op in OPS if (not only or op.__name__ in only) and not (is_complex and op.__name__ in UNORDERED)]
    wanted = rng.choice([2, 4, 8, 16])
    while len(p.lines) < wanted:
        before = len(p.lines)
        for _ in range(20):
            try:
                rng.choice(ops)(p)
            except LookupError:
                continue
            if len(p.lines) > before:
                break
    return p


class Runner:
    def __init__(self, options):
        self.options = options
        self.folder = tempfile.TemporaryDirectory()

    def failure(self, program, results, shardings=()):
        """The first error, or ''."""
        bin = pathlib.Path(self.options.bin)
        path = pathlib.Path(self.folder.name) / f"{threading.get_ident()}.mlir"
        path.write_text(program.text(results, shardings))
        command = [bin / "plait-opt", path, "--plait-import", "--plait-place", f"--plait-test-equivalence=stage={self.options.stage} tolerance={TOLERANCE[program.dtype]}"]
        if self.options.stage == "exe":
            command = [bin / "plait-run", path, "--check", f"--tolerance={TOLERANCE[program.dtype]}"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        except subprocess.TimeoutExpired:
            return "timeout"
        if done.returncode == 0 and ("equivalence:" in done.stdout or "check:" in done.stdout):
            return ""
        lines = done.stderr.splitlines() + done.stdout.splitlines()
        errors = [line for line in lines if "error:" in line or " differs at " in line]
        return errors[0].split("error:", 1)[-1].strip() if errors else f"crash (status {done.returncode})"

    def run(self, seed):
        program = generate(seed, self.options.only, self.options.dtype)
        made = [v for v, _, _ in program.lines if v in program.values]
        results = [made[-1]] + [v for v in made[:-1] if random.Random(seed).random() < 0.3] if made else []
        if not results:
            return None
        shardings = [program.sharding(len(v.shape)) if program.rng.random() < 0.4 else "" for v in results]
        wrong = self.failure(program, results, shardings)
        if not wrong:
            return None
        for value in made:  # the earliest value that fails alone
            alone = self.failure(program, [value])
            if alone:
                return seed, alone, program.text([value])
        return seed, wrong, program.text(results, shardings)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    found = shutil.which("plait-opt")
    parser.add_argument("--bin", default=os.path.dirname(found) if found else str(pathlib.Path(__file__).resolve().parents[2] / "build" / "bin"))
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--stage", default="partition", help="partition, fuse or overlap; exe: compile, and plait-run --check")
    parser.add_argument("--only", nargs="*", default=[], help="names of the ops to use")
    parser.add_argument("--dtype", default=None, help="f32, bf16, f16, f64, i32 or complex<f32> (default: any)")
    parser.add_argument("--keep", default="", help="folder for the programs that fail")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    options = parser.parse_args()
    runner, failed = Runner(options), 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for found in pool.map(runner.run, range(options.seed, options.seed + options.count)):
            if not found:
                continue
            failed += 1
            seed, message, text = found
            print(f"seed {seed}: {message}", flush=True)
            if options.keep:
                folder = pathlib.Path(options.keep)
                folder.mkdir(parents=True, exist_ok=True)
                (folder / f"{seed}.mlir").write_text(f"// {message}\n{text}")
    print(f"{options.count - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
