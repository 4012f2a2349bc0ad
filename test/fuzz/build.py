"""Random programs, one op after the other. In an exact program all numbers are integers so small that sums and products are exact
in whatever order they are made: each value carries a bound, and what would grow too large is clamped before."""
import random

import control
import ops
from model import Block, Op, Program, Sharding, Value, spell, size

MESHES = [{"x": 2}, {"x": 3}, {"x": 4}, {"x": 4, "y": 2}, {"x": 2, "y": 2, "z": 2}, {"x": 2, "y": 3}, {"x": 6}, {"x": 3, "y": 2}]
SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 12]
LIMIT = {"f32": 2 ** 24, "bf16": 256, "f16": 2048, "f64": 2 ** 53, "complex<f32>": 2 ** 24}
DTYPES = ["f32", "f32", "f32", "bf16", "f64", "i32", "complex<f32>"]
CLAMPED = 3  # the bound of what was clamped, and of inputs


class Builder:
    """What ops are made with; `values` are those in scope."""

    def __init__(self, rng, dtype, exact, only=()):
        self.rng, self.dtype, self.exact = rng, dtype, exact
        self.program = Program(dict(rng.choice(MESHES)), dtype, exact)
        self.ops, self.values, self.next, self.depth = self.program.ops, [], 0, 0
        self.made = 0
        is_complex = dtype.startswith("complex")
        self.kinds = [op for op in ops.OPS + control.OPS
                      if (not only or op.__name__ in only) and not (is_complex and op.__name__ in ops.UNORDERED)]

    # ------------------------------------------------------------ values
    def fresh(self, shape, dtype, bound=0):
        self.next += 1
        return Value(f"%v{self.next}", shape, dtype, bound)

    def argument(self, shape, dtype=None, sharded=True):
        dtype = dtype or self.dtype
        value = Value(f"%arg{len(self.program.arguments)}", shape, dtype, CLAMPED)
        self.program.arguments.append((value, self.sharding(len(shape)) if sharded and self.rng.random() < 0.75 else None))
        self.values.append(value)
        return value

    def emit(self, shape, dtype, uses, text, keep=True, bound=None, blocks=(), sharding=None):
        if bound is None:
            bound = max([v.bound for v in uses if v.dtype == dtype], default=0)
        value = self.fresh(shape, dtype, bound)
        self.add(Op([value], uses, text.replace("@@", value.name[1:]), blocks, sharding))
        if keep:
            self.values.append(value)
        return value

    def add(self, op):
        self.made += 1
        self.ops.append(op)

    def constant(self, shape, dtype, text):
        return self.emit(shape, dtype, [], f"%@@ = stablehlo.constant dense<{text}> : {spell(shape, dtype)}", keep=False)

    def scalar(self, value, dtype=None):
        """A constant of the program's type; a word names a value that each type has."""
        dtype = dtype or self.dtype
        words = {"i32": ("-2147483648", "2147483647"), "f16": ("-6.0e+4", "6.0e+4")}.get(dtype, ("-1.0e+30", "1.0e+30"))
        text = {"lowest": words[0], "highest": words[1]}.get(value, value)
        if dtype == "i32" and text == value:
            text = str(int(float(value)))
        if dtype == "i1":
            text = "true" if float(value) else "false"
        if dtype.startswith("complex"):
            text = f"({value},1.0)" if value != "0.0" else "(0.0,0.0)"
        made = self.constant((), dtype, text)
        made.bound = abs(float(value)) + 1 if value[0] in "-0123456789" else 0
        return made

    def pick(self, dtype=None, minimum=0, maximum=9, largest=4000):
        dtype = dtype or self.dtype
        found = [v for v in self.values if v.dtype == dtype and minimum <= len(v.shape) <= maximum and size(v.shape) <= largest]
        if not found:
            raise LookupError("no value of that kind yet")
        return self.rng.choice(found[-4:] if self.rng.random() < 0.6 else found)

    def same_shape(self, like):
        """A value of that shape and type, made if there is none."""
        found = [v for v in self.values if v.shape == like.shape and v.dtype == like.dtype and v is not like]
        return self.rng.choice(found) if found and self.rng.random() < 0.7 else self.argument(like.shape, like.dtype)

    # ------------------------------------------------------------ bounds
    def fits(self, dtype, bound):
        return not self.exact or dtype not in LIMIT or bound <= LIMIT[dtype]

    def clamp(self, value):
        if value.dtype.startswith("complex"):
            raise LookupError("complex numbers have no order")
        low, high = self.scalar(f"-{CLAMPED}.0", value.dtype), self.scalar(f"{CLAMPED}.0", value.dtype)
        return self.emit(value.shape, value.dtype, [low, value, high],
                         f"%@@ = stablehlo.clamp {low.name}, {value.name}, {high.name} : ({low.type}, {value.type}, {high.type}) -> {value.type}", bound=CLAMPED)

    def fitted(self, values, bound_of):
        """The operands, clamped where the result would be too large, and the result's bound."""
        dtype = values[0].dtype
        if self.fits(dtype, bound_of(*[v.bound for v in values])):
            return values, bound_of(*[v.bound for v in values])
        if not self.fits(dtype, bound_of(*[CLAMPED for _ in values])):
            raise LookupError("too large even of small numbers")
        small = {v.name: v if v.bound <= CLAMPED else self.clamp(v) for v in values}
        values = [small[v.name] for v in values]
        return values, bound_of(*[v.bound for v in values])

    # ------------------------------------------------------------ shardings
    def sharding(self, rank):
        axes = []
        for name, extent in self.program.mesh.items():
            if extent == 4 and self.rng.random() < 0.2:
                axes += [f'"{name}":(1)2', f'"{name}":(2)2']
            else:
                axes.append(f'"{name}"')
        self.rng.shuffle(axes)
        dims, replicated = [[] for _ in range(rank)], []
        for axis in axes:
            if rank and self.rng.random() < 0.6:
                self.rng.choice(dims).append(axis)
            elif ":" not in axis and self.rng.random() < 0.05:
                replicated.append(axis)
        order = list(self.program.mesh)
        replicated.sort(key=lambda axis: order.index(axis.strip('"')))
        closed = self.rng.random() < 0.5
        priorities = [self.rng.choice([0, 1, 2]) if self.rng.random() < 0.08 else None for _ in dims]
        return Sharding(dims, [not closed] * rank, priorities, replicated)

    # ------------------------------------------------------------ growing
    def grow(self, wanted):
        """Adds ops until about so many are there."""
        goal, tries = self.made + wanted, 0
        while self.made < goal and tries < 40 * wanted:
            tries += 1
            before = self.made
            try:
                self.rng.choice(self.kinds)(self)
            except LookupError:
                pass
            if self.made > before:
                tries = 0

    def region(self, arguments, wanted, yields_of):
        """A block with `arguments` in scope; `yields_of` gives what it yields, and may add ops."""
        outer_ops, outer_values = self.ops, self.values
        self.ops, self.values = [], outer_values + list(arguments)
        self.depth += 1
        try:
            self.grow(wanted)
            yields = yields_of()
            return Block(self.ops, yields)
        finally:
            # Arguments that were added inside are the function's: seen outside too.
            known = {v.name for v in outer_values}
            added = [v for v, _ in self.program.arguments if v.name not in known]
            self.ops, self.values, self.depth = outer_ops, outer_values + added, self.depth - 1


def results_of(builder):
    """What nobody uses, and some of the rest; at most eight."""
    rng, program = builder.rng, builder.program
    mine = {v.name for op in program.ops for v in op.results}
    made = [v for v in builder.values if v.name in mine]
    used = set()

    def visit(ops_):
        for op in ops_:
            used.update(v.name for v in op.uses)
            for block in op.blocks:
                used.update(v.name for v in block.yields)
                visit(block.ops)
    visit(program.ops)
    chosen = [v for v in made if v.name not in used or rng.random() < 0.1]
    rng.shuffle(chosen)
    return chosen[:8]


def generate(seed, only=(), dtype=None, exact=None, wanted=None):
    """The program of a seed; None where nothing came of it."""
    rng = random.Random(seed)
    dtype = dtype or rng.choice(DTYPES)
    # A sum of few digits that nearly cancels has no relative error to speak of.
    exact = (rng.random() < 0.85 or dtype in ("bf16", "f16")) if exact is None else exact
    builder = Builder(rng, dtype, exact, only)
    for _ in range(rng.choice([1, 1, 2])):
        builder.argument([rng.choice(SIZES) for _ in range(rng.choice([1, 2, 2, 3, 3]))])
    builder.grow(wanted or rng.choice([10, 15, 20, 30, 45, 60]))
    program = builder.program
    program.results = [(v, builder.sharding(len(v.shape)) if rng.random() < 0.4 else None) for v in results_of(builder)]
    return program if program.results else None
