"""Programs without JAX: records tensor operations, differentiates them in reverse, prints StableHLO as JAX does.

    p = Program({"data": 4, "model": 2})
    x = p.argument("x", (8, 16), "data,-")          # a sharding: one word per dimension, axes joined by +
    w = p.argument("w", (16, 32), "-,model")
    y = p.tanh(p.einsum("bm,mh->bh", x, w))
    (dw,) = p.gradients(p.sum(y, (0, 1)), [w])
    p.result(y), p.result(dw, "-,model")
    print(p.text())

A gradient is made of the same operations that JAX makes: transposed products, sums of what was broadcast.
"""
import math
from dataclasses import dataclass, field


@dataclass(eq=False)
class Tensor:
    """A value: its SSA name, its sizes, its element type as MLIR spells it."""
    name: str
    shape: tuple
    dtype: str
    # The inputs that it was made of, and cotangents of them from its own.
    inputs: tuple = ()
    transpose: object = None

    @property
    def type(self):
        return f"tensor<{''.join(f'{n}x' for n in self.shape)}{self.dtype}>"


@dataclass
class Result:
    value: Tensor
    sharding: str = ""


@dataclass
class Argument:
    value: Tensor
    label: str
    sharding: str = ""
    alias: object = None  # number of the result that replaces it


@dataclass
class Program:
    mesh: dict  # axis -> size
    arguments: list = field(default_factory=list)
    results: list = field(default_factory=list)
    lines: list = field(default_factory=list)
    values: int = 0

    # ------------------------------------------------------------ the program's ends

    def argument(self, label, shape, sharding="", dtype="f32"):
        value = Tensor(f"%arg{len(self.arguments)}", tuple(shape), dtype)
        self.arguments.append(Argument(value, label, sharding))
        return value

    def result(self, value, sharding="", replaces=None):
        """Returns `value`; `replaces` is the argument that it takes the place of in the next step."""
        if replaces is not None:
            next(a for a in self.arguments if a.value is replaces).alias = len(self.results)
        self.results.append(Result(value, sharding))

    # ------------------------------------------------------------ one operation

    def emit(self, operation, shape, dtype, inputs=(), transpose=None):
        """`operation` is the text behind the name; `transpose` gives one cotangent per input, None where it has none."""
        value = Tensor(f"%{self.values}", tuple(shape), dtype, tuple(inputs), transpose)
        self.values += 1
        self.lines.append(f"{value.name} = {operation}")
        return value

    def constant(self, number, shape=(), dtype="f32"):
        number = f"{number:e}" if dtype[0] in "fb" else int(number)
        scalar = Tensor("", (), dtype)
        value = self.emit(f"stablehlo.constant dense<{number}> : {scalar.type}", (), dtype)
        return self.broadcast(value, (), shape) if shape else value

    def unary(self, name, x, slope=None):
        """`slope(y)` times the cotangent is the input's."""
        y = self.emit(f"stablehlo.{name} {x.name} : {x.type}", x.shape, x.dtype, [x])
        if slope:
            y.transpose = lambda ct: [self.mul(ct, slope(y))]
        return y

    def binary(self, name, x, y, transpose):
        return self.emit(f"stablehlo.{name} {x.name}, {y.name} : {x.type}", x.shape, x.dtype, [x, y], transpose)

    def negate(self, x):
        y = self.unary("negate", x)
        y.transpose = lambda ct: [self.negate(ct)]
        return y

    def add(self, x, y):
        return self.binary("add", x, y, lambda ct: [ct, ct])

    def sub(self, x, y):
        return self.binary("subtract", x, y, lambda ct: [ct, self.negate(ct)])

    def mul(self, x, y):
        return self.binary("multiply", x, y, lambda ct: [self.mul(ct, y), self.mul(ct, x)])

    def div(self, x, y):
        return self.binary("divide", x, y, lambda ct: [
            self.div(ct, y), self.negate(self.mul(ct, self.div(x, self.mul(y, y))))])

    def scale(self, x, number):
        return self.mul(x, self.constant(number, x.shape, x.dtype))

    def exp(self, x):
        return self.unary("exponential", x, lambda y: y)

    def log(self, x):
        y = self.unary("log", x)
        y.transpose = lambda ct: [self.div(ct, x)]
        return y

    def tanh(self, x):
        return self.unary("tanh", x, lambda y: self.sub(self.constant(1, y.shape, y.dtype), self.mul(y, y)))

    def silu(self, x):
        gate = self.unary("logistic", x, lambda y: self.mul(y, self.sub(self.constant(1, y.shape, y.dtype), y)))
        return self.mul(x, gate)

    def rsqrt(self, x):
        return self.unary("rsqrt", x, lambda y: self.scale(self.mul(y, self.mul(y, y)), -0.5))

    def relu(self, x):
        zero = self.constant(0, x.shape, x.dtype)
        y = self.emit(f"stablehlo.maximum {x.name}, {zero.name} : {x.type}", x.shape, x.dtype, [x])
        y.transpose = lambda ct: [self.select(self.compare("GT", x, zero), ct, zero)]
        return y

    # ------------------------------------------------------------ shapes

    def broadcast(self, x, dims, shape):
        """Dimension i of `x` becomes dimension dims[i] of `shape`."""
        y = Tensor("", tuple(shape), x.dtype)
        text = f"stablehlo.broadcast_in_dim {x.name}, dims = {list(dims)} : ({x.type}) -> {y.type}"
        return self.emit(text, shape, x.dtype, [x],
                         lambda ct: [self.sum(ct, [d for d in range(len(shape)) if d not in dims])])

    def reduce(self, name, x, dims, init):
        kept = [d for d in range(len(x.shape)) if d not in dims]
        start = self.constant(init, (), x.dtype)
        y = Tensor("", tuple(x.shape[d] for d in kept), x.dtype)
        text = (f"stablehlo.reduce({x.name} init: {start.name}) applies stablehlo.{name} across dimensions = "
                f"{list(dims)} : ({x.type}, {start.type}) -> {y.type}")
        return self.emit(text, y.shape, x.dtype, [x]), kept

    def sum(self, x, dims):
        dims = list(dims)
        if not dims:
            return x
        y, kept = self.reduce("add", x, dims, 0)
        y.transpose = lambda ct: [self.broadcast(ct, kept, x.shape)]
        return y

    def transpose(self, x, order):
        if list(order) == list(range(len(order))):
            return x
        y = Tensor("", tuple(x.shape[d] for d in order), x.dtype)
        back = [list(order).index(d) for d in range(len(order))]
        return self.emit(f"stablehlo.transpose {x.name}, dims = {list(order)} : ({x.type}) -> {y.type}", y.shape, x.dtype,
                         [x], lambda ct: [self.transpose(ct, back)])

    # ------------------------------------------------------------ choices and indices

    def compare(self, how, x, y):
        kind = "FLOAT" if x.dtype[0] in "fb" else "SIGNED"
        out = Tensor("", x.shape, "i1")
        return self.emit(f"stablehlo.compare {how}, {x.name}, {y.name}, {kind} : ({x.type}, {y.type}) -> {out.type}",
                         x.shape, "i1")

    def select(self, where, x, y):
        zero = lambda: self.constant(0, x.shape, x.dtype)
        return self.emit(f"stablehlo.select {where.name}, {x.name}, {y.name} : {where.type}, {x.type}", x.shape, x.dtype,
                         [x, y], lambda ct: [self.select(where, ct, zero()), self.select(where, zero(), ct)])

    def iota(self, shape, dim, dtype="i32"):
        return self.emit(f"stablehlo.iota dim = {dim} : {Tensor('', tuple(shape), dtype).type}", shape, dtype)

    def take(self, table, rows):
        """Rows of a table by number; the gradient adds them back."""
        width = table.shape[1]
        index = self.broadcast(rows, range(len(rows.shape)), (*rows.shape, 1))
        last = len(rows.shape)
        y = Tensor("", (*rows.shape, width), table.dtype)
        text = (f'"stablehlo.gather"({table.name}, {index.name}) <{{dimension_numbers = #stablehlo.gather<offset_dims = '
                f"[{last}], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = {last}>, slice_sizes = "
                f"array<i64: 1, {width}>}}> : ({table.type}, {index.type}) -> {y.type}")
        return self.emit(text, y.shape, table.dtype, [table], lambda ct: [self.add_rows(table, index, ct)])

    def add_rows(self, table, index, rows):
        zero = self.constant(0, table.shape, table.dtype)
        scalar = f"tensor<{table.dtype}>"
        last = len(rows.shape) - 1
        text = (f'"stablehlo.scatter"({zero.name}, {index.name}, {rows.name}) <{{scatter_dimension_numbers = '
                f"#stablehlo.scatter<update_window_dims = [{last}], inserted_window_dims = [0], scatter_dims_to_operand_dims"
                f" = [0], index_vector_dim = {last}>}}> ({{\n"
                f"    ^bb0(%a: {scalar}, %b: {scalar}):\n"
                f"      %s = stablehlo.add %a, %b : {scalar}\n"
                f"      stablehlo.return %s : {scalar}\n"
                f"    }}) : ({zero.type}, {index.type}, {rows.type}) -> {table.type}")
        return self.emit(text, table.shape, table.dtype)

    # ------------------------------------------------------------ products

    def einsum(self, spec, x, y):
        """Two operands; every letter is in the result or in both operands."""
        (left, right), out = spec.split("->")[0].split(","), spec.split("->")[1]
        batch = [c for c in left if c in right and c in out]
        summed = [c for c in left if c in right and c not in out]
        made = batch + [c for c in left if c not in right] + [c for c in right if c not in left]
        sizes = {**dict(zip(left, x.shape)), **dict(zip(right, y.shape))}
        z = Tensor("", tuple(sizes[c] for c in made), x.dtype)
        at = lambda letters, word: [word.index(c) for c in letters]
        batching = f"batching_dims = {at(batch, left)} x {at(batch, right)}, " if batch else ""
        text = (f"stablehlo.dot_general {x.name}, {y.name}, {batching}contracting_dims = {at(summed, left)} x "
                f"{at(summed, right)} : ({x.type}, {y.type}) -> {z.type}")
        made = "".join(made)
        z = self.emit(text, z.shape, x.dtype, [x, y], lambda ct: [
            self.einsum(f"{made},{right}->{left}", ct, y), self.einsum(f"{made},{left}->{right}", ct, x)])
        return self.transpose(z, at(out, made))

    def barrier(self, *values):
        """What comes out is not merged with what went in: JAX's rematerialization is made of it."""
        base = f"%{self.values}"
        self.values += 1
        types = ", ".join(v.type for v in values)
        self.lines.append(f"{base}:{len(values)} = stablehlo.optimization_barrier {', '.join(v.name for v in values)} : {types}")
        return [Tensor(f"{base}#{i}", v.shape, v.dtype) for i, v in enumerate(values)]

    # ------------------------------------------------------------ loops

    def scan(self, body, x, stacks):
        """`x = body(x, *slices)` for each slice of `stacks`, whose first dimension is the loop's.

        The gradient is a loop backward that computes each body again from the `x` that it had, which is kept."""
        trips = stacks[0].shape[0]
        kept = self.constant(0, (trips, *x.shape), x.dtype)

        def forward(step, x, kept):
            return [body(x, *(self.slice(s, step) for s in stacks)), self.update(kept, x, step)]
        last, kept = self.loop(trips, forward, [x, kept])

        def transpose(ct):
            def backward(step, ct, *sums):
                at = self.sub(self.constant(trips - 1, (), "i32"), step)
                inputs = self.barrier(self.slice(kept, at), *(self.slice(s, at) for s in stacks))
                dx, *grads = self.gradients(body(*inputs), inputs, ct)
                return [dx, *(self.update(s, g, at) for s, g in zip(sums, grads))]
            return self.loop(trips, backward, [ct, *(self.constant(0, s.shape, s.dtype) for s in stacks)])
        last.inputs, last.transpose = (x, *stacks), transpose
        return last

    def loop(self, trips, body, inits):
        """Carries `inits` through `trips` calls of `body(step, *carried)`, as JAX prints a scan."""
        zero, base = self.constant(0, (), "i32"), self.values
        self.values += 1
        carried = [Tensor(f"%loop{base}_{i}", v.shape, v.dtype) for i, v in enumerate([zero, *inits])]
        step, types = carried[0], ", ".join(v.type for v in carried)
        given = ", ".join(f"{c.name} = {v.name}" for c, v in zip(carried, [zero, *inits]))
        self.lines.append(f"%{base}:{len(carried)} = stablehlo.while({given}) : {types} cond {{")
        more = self.compare("LT", step, self.constant(trips, (), "i32"))
        self.lines.append(f"  stablehlo.return {more.name} : tensor<i1>\n    }} do {{")
        made = body(*carried)
        made = [self.add(step, self.constant(1, (), "i32")), *made]
        self.lines.append(f"  stablehlo.return {', '.join(v.name for v in made)} : {types}\n    }}")
        return [Tensor(f"%{base}#{i}", v.shape, v.dtype) for i, v in enumerate(carried)][1:]

    def position(self, stack, step):
        return ", ".join([step.name] + [self.constant(0, (), "i32").name] * (len(stack.shape) - 1))

    def slice(self, stack, step):
        """stack[step]; constant for gradients, which loops write slice by slice."""
        one = Tensor("", (1, *stack.shape[1:]), stack.dtype)
        at = self.position(stack, step)
        indices = ", ".join(["tensor<i32>"] * len(stack.shape))
        part = self.emit(f"stablehlo.dynamic_slice {stack.name}, {at}, sizes = {list(one.shape)} : ({stack.type}, {indices}) -> {one.type}",
                         one.shape, stack.dtype)
        out = Tensor("", stack.shape[1:], stack.dtype)
        return self.emit(f"stablehlo.reshape {part.name} : ({one.type}) -> {out.type}", out.shape, stack.dtype)

    def update(self, stack, x, step):
        """`stack` with `x` in place of stack[step]."""
        one = self.broadcast(x, range(1, len(stack.shape)), (1, *x.shape))
        at = self.position(stack, step)
        indices = ", ".join(["tensor<i32>"] * len(stack.shape))
        return self.emit(f"stablehlo.dynamic_update_slice {stack.name}, {one.name}, {at} : ({stack.type}, {one.type}, {indices}) -> {stack.type}",
                         stack.shape, stack.dtype)

    # ------------------------------------------------------------ gradients

    def gradients(self, value, wanted, cotangent=None):
        """Cotangents of `wanted`; `value` is a scalar where no cotangent of its own is given."""
        order, seen = [], set()
        stack = [(value, False)]
        while stack:  # deep programs: no recursion
            node, done = stack.pop()
            if done:
                order.append(node)
            elif id(node) not in seen:
                seen.add(id(node))
                stack.append((node, True))
                stack += [(i, False) for i in node.inputs]
        needed = {id(w) for w in wanted}
        for node in order:
            if any(id(i) in needed for i in node.inputs):
                needed.add(id(node))
        sums = {id(value): cotangent if cotangent is not None else self.constant(1, value.shape, value.dtype)}
        for node in reversed(order):
            if id(node) not in sums or not node.transpose or id(node) not in needed:
                continue
            before = [id(i) in needed for i in node.inputs]
            for source, needs, ct in zip(node.inputs, before, self.cotangents(node, sums[id(node)], before)):
                if needs:
                    sums[id(source)] = self.add(sums[id(source)], ct) if id(source) in sums else ct
        return [sums[id(w)] for w in wanted]

    def cotangents(self, node, ct, needed):
        """As the operation's own rule makes them, without the lines of those that nobody wants."""
        mark = len(self.lines)
        made = node.transpose(ct)
        if all(needed):
            return made
        used = {v.name for v, n in zip(made, needed) if n}
        for at in range(len(self.lines) - 1, mark - 1, -1):
            name, text = self.lines[at].split(" = ", 1)
            if name in used:
                words = text.replace(",", " ").replace("(", " ").replace(")", " ").split()
                used.update(word for word in words if word.startswith("%"))
            else:
                del self.lines[at]
        return made

    # ------------------------------------------------------------ text

    def text(self, name="step"):
        arguments = ", ".join(self.argument_text(a) for a in self.arguments)
        results = ", ".join(r.value.type + self.attributes(r.sharding, len(r.value.shape)) for r in self.results)
        body = "\n".join(f"    {line}" for line in self.lines)
        axes = ", ".join(f'"{axis}"={size}' for axis, size in self.mesh.items())
        values = ", ".join(r.value.name for r in self.results)
        types = ", ".join(r.value.type for r in self.results)
        return (f"module @{name} {{\n  sdy.mesh @mesh = <[{axes}]>\n"
                f"  func.func public @main({arguments}) -> ({results}) {{\n{body}\n    return {values} : {types}\n  }}\n}}\n")

    def argument_text(self, a):
        alias = [] if a.alias is None else [f"tf.aliasing_output = {a.alias} : i32"]
        attributes = self.attributes(a.sharding, len(a.value.shape), alias)
        return f'{a.value.name}: {a.value.type}{attributes} loc("{a.label}")'

    @staticmethod
    def attributes(sharding, rank, more=()):
        attributes = list(more)
        if sharding or rank == 0:
            words = [w for w in sharding.split(",") if w]
            dims = ["{}" if w == "-" else "{%s}" % ", ".join(f'"{axis}"' for axis in w.split("+")) for w in words]
            attributes = [f"sdy.sharding = #sdy.sharding<@mesh, [{', '.join(dims)}]>"] + attributes
        return f" {{{', '.join(attributes)}}}" if attributes else ""


