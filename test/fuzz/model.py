"""Programs as data: values, shardings, ops with regions. What no result needs is not printed."""
import re

NAME = re.compile(r"%(?:v|arg)\d+(?:#\d+)?(?!\w)")


def spell(shape, dtype="f32"):
    return "tensor<" + "".join(f"{n}x" for n in shape) + dtype + ">"


def size(shape):
    n = 1
    for d in shape:
        n *= d
    return n


class Value:
    """`bound` is the largest absolute value that an element can have; integers wrap and need none."""

    def __init__(self, name, shape, dtype, bound=0):
        self.name, self.shape, self.dtype, self.bound = name, tuple(shape), dtype, bound

    @property
    def type(self):
        return spell(self.shape, self.dtype)


class Sharding:
    """Axes (as text) per dimension, each open or closed, with an optional priority."""

    def __init__(self, dims, is_open, priorities, replicated=()):
        self.dims, self.open, self.priorities, self.replicated = dims, is_open, priorities, list(replicated)

    def text(self):
        dims = []
        for axes, is_open, priority in zip(self.dims, self.open, self.priorities):
            rank = f"p{priority}" if priority is not None and (axes or is_open) else ""
            dims.append("{" + ", ".join(axes + ["?"] * is_open) + "}" + rank)
        replicated = ", replicated={" + ", ".join(self.replicated) + "}" if self.replicated else ""
        return f"<@mesh, [{', '.join(dims)}]{replicated}>"

    def without(self, axis):
        """The same without one axis of the mesh and its parts."""
        keep = lambda axes: [a for a in axes if not a.startswith(f'"{axis}"')]
        return Sharding([keep(d) for d in self.dims], self.open, self.priorities, keep(self.replicated))


class Op:
    """In `text`, <<0>>, <<1>> stand for regions and <<S>> for the sharding of a constraint."""

    def __init__(self, results, uses, text, blocks=(), sharding=None):
        self.results, self.uses, self.text, self.blocks, self.sharding = list(results), list(uses), text, list(blocks), sharding


class Block:
    def __init__(self, ops, yields):
        self.ops, self.yields = ops, yields


class Program:
    def __init__(self, mesh, dtype, exact):
        self.mesh, self.dtype, self.exact = mesh, dtype, exact
        self.arguments, self.ops, self.results = [], [], []  # (value, sharding or None), ops, (value, sharding or None)
        self.renamed = {}  # a value that was replaced, by what

    def resolve(self, name):
        while name in self.renamed:
            name = self.renamed[name]
        return name

    def needed(self, ops, names):
        """The ops of a block that `names`, which grows, ask for, in order."""
        kept = []
        for op in reversed(ops):
            if any(v.name in names for v in op.results):
                names |= {self.resolve(v.name) for v in op.uses}
                for block in op.blocks:
                    names |= {self.resolve(v.name) for v in block.yields}
                    self.needed(block.ops, names)
                kept.append(op)
        return kept[::-1]

    def names(self):
        names = {self.resolve(v.name) for v, _ in self.results}
        while True:  # regions are read before what defines their outer values
            before = len(names)
            self.needed(self.ops, names)
            if len(names) == before:
                return names

    def lines(self, ops, names, indent):
        result = []
        for op in ops:
            if not any(v.name in names for v in op.results):
                continue
            text = op.text.replace("<<S>>", op.sharding.text() if op.sharding else "")
            for i, block in enumerate(op.blocks):
                inner = self.lines(block.ops, names, indent + "  ")
                types = ", ".join(v.type for v in block.yields)
                inner.append(f"{indent}  stablehlo.return {', '.join(v.name for v in block.yields)} : {types}")
                text = text.replace(f"<<{i}>>", "\n".join(inner))
            result.append(indent + text)
        return result

    def all_ops(self):
        """Those that are printed, outer ones first, with the block that has them."""
        names, found = self.names(), []

        def visit(ops):
            for op in ops:
                if any(v.name in names for v in op.results):
                    found.append((op, ops))
                    for block in op.blocks:
                        visit(block.ops)
        visit(self.ops)
        return found

    def text(self):
        names = self.names()
        annotated = lambda sharding: f" {{sdy.sharding = #sdy.sharding{sharding.text()}}}" if sharding else ""
        mesh = ", ".join(f'"{n}"={s}' for n, s in self.mesh.items())
        arguments = ", ".join(f"{v.name}: {v.type}{annotated(s)}" for v, s in self.arguments if v.name in names)
        shown = ", ".join(f"{v.type}{annotated(s)}" for v, s in self.results)
        end = f"  return {', '.join(v.name for v, _ in self.results)} : {', '.join(v.type for v, _ in self.results)}"
        body = "\n".join(self.lines(self.ops, names, "  ") + [end])
        body = NAME.sub(lambda m: self.resolve(m[0]), body)
        return f"sdy.mesh @mesh = <[{mesh}]>\nfunc.func public @main({arguments}) -> ({shown}) {{\n{body}\n}}\n"
