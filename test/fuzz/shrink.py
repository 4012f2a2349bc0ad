"""Makes a failing program smaller as long as it fails in the same way.

On the program: fewer results, ops replaced by arguments or by one of their operands, fewer shardings, a smaller mesh. Then on the
text: smaller extents, each everywhere at once, where the program stays valid. Candidates of one step are tried in one process.
"""
import copy
import re

from model import Value
from runner import kind_of

LIMIT = 4000  # candidates in all


class Shrinker:
    def __init__(self, runner, check, message):
        self.runner, self.check, self.kind, self.tried = runner, check, kind_of(message), 0

    def first(self, candidates):
        """The first candidate that fails as the program does, or None."""
        candidates = list(candidates)
        for begin in range(0, len(candidates), 24):
            part = candidates[begin:begin + 24]
            self.tried += len(part)
            texts = [c if isinstance(c, str) else c.text() for c in part]
            for candidate, message in zip(part, self.runner.failures(texts, self.check)):
                if message and kind_of(message) == self.kind:
                    return candidate
            if self.tried > LIMIT:
                return None
        return None

    def repeat(self, program, steps):
        """Applies the steps again and again until none helps."""
        while self.tried <= LIMIT:
            before = program
            for step in steps:
                while self.tried <= LIMIT:
                    smaller = self.first(step(program))
                    if smaller is None:
                        break
                    program = smaller
            if program is before:
                break
        return program

    def shrink(self, program):
        program = self.repeat(program, [fewer_results, fewer_ops, bypassed_ops, fewer_shardings, fewer_axes, smaller_mesh])
        return self.repeat(program.text(), [smaller_extents])


def changed(program, change):
    other = copy.deepcopy(program)
    change(other)
    return other


# ---------------------------------------------------------------- on the program

def fewer_results(program):
    count = len(program.results)
    if count == 1:
        return
    for keep in range(count):
        yield changed(program, lambda p: setattr(p, "results", [p.results[keep]]))
    for leave in range(count):
        yield changed(program, lambda p: p.results.pop(leave))


def cut(program, numbers):
    """The results of the ops become arguments."""
    found = program.all_ops()
    for number in numbers:
        op, siblings = found[number]
        siblings.remove(op)
        for value in op.results:
            argument = Value(f"%arg{len(program.arguments)}", value.shape, value.dtype)
            program.arguments.append((argument, None))
            program.renamed[value.name] = argument.name


def fewer_ops(program):
    """Large parts first, from the beginning."""
    count = len(program.all_ops())
    part = max(1, count // 2)
    while True:
        for begin in range(0, count, part):
            # Inner ops go with the op that has them.
            yield changed(program, lambda p: cut(p, outermost(p, range(begin, min(begin + part, count)))))
        if part == 1:
            return
        part //= 2


def outermost(program, numbers):
    found, inner = program.all_ops(), set()

    def inside(op):
        for block in op.blocks:
            for other in block.ops:
                inner.add(id(other))
                inside(other)
    for number in numbers:
        inside(found[number][0])
    return [n for n in numbers if id(found[n][0]) not in inner]


def bypassed_ops(program):
    """One op's result replaced by an operand of its type."""
    for number, (op, _) in enumerate(program.all_ops()):
        for result in op.results:
            for use in op.uses:
                if use.type == result.type and program.resolve(use.name) != program.resolve(result.name):
                    yield changed(program, lambda p: p.renamed.__setitem__(result.name, use.name))


def fewer_shardings(program):
    names = program.names()
    for number, (value, sharding) in enumerate(program.arguments):
        if sharding and value.name in names:
            yield changed(program, lambda p: p.arguments.__setitem__(number, (p.arguments[number][0], None)))
    for number, (value, sharding) in enumerate(program.results):
        if sharding:
            yield changed(program, lambda p: p.results.__setitem__(number, (p.results[number][0], None)))


def shardings(program):
    names = program.names()
    return ([s for v, s in program.arguments if s and v.name in names] + [s for _, s in program.results if s]
            + [op.sharding for op, _ in program.all_ops() if op.sharding])


def fewer_axes(program):
    """One axis less in one dimension; nothing open; no priorities, nothing explicitly replicated."""
    for number, sharding in enumerate(shardings(program)):
        for dim, axes in enumerate(sharding.dims):
            for at in range(len(axes)):
                yield changed(program, lambda p: shardings(p)[number].dims[dim].pop(at))
        if any(sharding.open):
            yield changed(program, lambda p: setattr(shardings(p)[number], "open", [False] * len(sharding.open)))
        if sharding.replicated or any(x is not None for x in sharding.priorities):
            def plain(p):
                other = shardings(p)[number]
                other.replicated, other.priorities = [], [None] * len(other.dims)
            yield changed(program, plain)


def without_axis(program, axis):
    del program.mesh[axis]
    program.arguments = [(v, s.without(axis) if s else None) for v, s in program.arguments]
    program.results = [(v, s.without(axis) if s else None) for v, s in program.results]
    for op, _ in program.all_ops():
        if op.sharding:
            op.sharding = op.sharding.without(axis)


def smaller_mesh(program):
    if len(program.mesh) > 1:
        for axis in program.mesh:
            yield changed(program, lambda p: without_axis(p, axis))
    for axis, extent in program.mesh.items():
        for smaller in range(2, extent):
            yield changed(program, lambda p: p.mesh.__setitem__(axis, smaller))


# ---------------------------------------------------------------- on the text

def smaller_extents(text):
    """One extent replaced by a smaller one in all types, then in all numbers of attributes too."""
    extents = {int(n) for dims in re.findall(r"tensor<((?:\d+x)+)", text) for n in dims.split("x") if n}
    for old in sorted(extents, reverse=True):
        for new in sorted({1, 2, 3, old // 2, old - 1}):
            if not 1 <= new < old:
                continue
            types = re.sub(r"tensor<((?:\d+x)+)", lambda m: "tensor<" + "".join(f"{new if int(n) == old else n}x" for n in m[1].split("x") if n), text)
            yield types
            yield re.sub(rf"(?<=[\[ :])({old})(?=[\],:>])", str(new), types)
