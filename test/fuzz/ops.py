"""The ops of random programs; each function adds one, or raises LookupError where no operand fits."""
from model import Op, Value, size, spell

SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 12]
COMPARISONS = ["LT", "LE", "GT", "GE", "EQ", "NE"]


def is_ordered(p):
    return not p.dtype.startswith("complex")


def region(op, dtype):
    t = spell((), dtype)
    return f"({{ ^bb0(%p: {t}, %q: {t}): %s = stablehlo.{op} %p, %q : {t} stablehlo.return %s : {t} }})"


# ---------------------------------------------------------------- elementwise

def unary(p):
    a = p.pick()
    inexact = [] if p.exact else ["tanh", "sine", "logistic", "exponential"]
    op = p.rng.choice(["negate", "abs", "sign"] + (["not"] if p.dtype == "i32" else ["floor", "ceil"] + inexact))
    p.emit(a.shape, p.dtype, [a], f"%@@ = stablehlo.{op} {a.name} : {a.type}", bound=max(a.bound, 1))


def binary(p):
    a = p.pick()
    b = p.same_shape(a)
    op = p.rng.choice(["add", "multiply", "subtract"] + ["maximum", "minimum"] * is_ordered(p))
    factor = 2 if p.dtype.startswith("complex") else 1
    bounds = {"add": lambda x, y: x + y, "subtract": lambda x, y: x + y, "multiply": lambda x, y: factor * x * y}
    (a, b), bound = p.fitted([a, b], bounds.get(op, max))
    p.emit(a.shape, p.dtype, [a, b], f"%@@ = stablehlo.{op} {a.name}, {b.name} : {a.type}", bound=bound)


def division(p):
    a = p.pick()
    b = p.same_shape(a)
    if p.dtype != "i32" and (p.exact or not is_ordered(p)):
        raise LookupError("not exact")
    one = p.scalar("1.0")
    ones = p.emit(a.shape, p.dtype, [one], f"%@@ = stablehlo.broadcast_in_dim {one.name}, dims = [] : ({one.type}) -> {a.type}", keep=False)
    size_of = p.emit(a.shape, p.dtype, [b], f"%@@ = stablehlo.abs {b.name} : {a.type}", keep=False)
    c = p.emit(a.shape, p.dtype, [size_of, ones], f"%@@ = stablehlo.{'maximum' if p.dtype == 'i32' else 'add'} {size_of.name}, {ones.name} : {a.type}", keep=False)
    op = p.rng.choice(["divide", "remainder"]) if p.dtype == "i32" else "divide"
    p.emit(a.shape, p.dtype, [a, c], f"%@@ = stablehlo.{op} {a.name}, {c.name} : {a.type}")


def compared(p, a, b):
    direction = p.rng.choice(COMPARISONS)
    return p.emit(a.shape, "i1", [a, b], f"%@@ = stablehlo.compare {direction}, {a.name}, {b.name} : ({a.type}, {a.type}) -> {spell(a.shape, 'i1')}")


def select(p):
    a = p.pick()
    b = p.same_shape(a)
    found = [v for v in p.values if v.dtype == "i1" and v.shape in (a.shape, ())]
    c = p.rng.choice(found) if found and p.rng.random() < 0.5 else compared(p, a, b)
    p.emit(a.shape, p.dtype, [c, a, b], f"%@@ = stablehlo.select {c.name}, {a.name}, {b.name} : {c.type}, {a.type}")


def clamp(p):
    p.values.append(p.clamp(p.pick()))


def logic(p):
    a = p.pick("i1")
    b = p.same_shape(a)
    op = p.rng.choice(["and", "or", "xor", "not"])
    operands = a.name if op == "not" else f"{a.name}, {b.name}"
    p.emit(a.shape, "i1", [a] if op == "not" else [a, b], f"%@@ = stablehlo.{op} {operands} : {a.type}")


def convert(p):
    """To another type and back into the program's, so that ops go on."""
    source = p.rng.choice([t for t in ("i1", "i32", p.dtype) if any(v.dtype == t for v in p.values)])
    a = p.pick(source)
    if source == p.dtype and p.dtype.startswith("complex"):
        raise LookupError("no order, no integers")
    target = p.rng.choice(["i32", "i64", "i8"]) if source == p.dtype else p.dtype
    if target == source:
        raise LookupError("the same")
    if source == "i32" or target in ("i32", "i8", "i64") and source != "i1":
        a = p.clamp(a)
    bound = 1 if source == "i1" else 3
    value = p.emit(a.shape, target, [a], f"%@@ = stablehlo.convert {a.name} : ({a.type}) -> {spell(a.shape, target)}", bound=bound)
    if target in ("i64", "i8"):
        p.emit(a.shape, p.dtype, [value], f"%@@ = stablehlo.convert {value.name} : ({value.type}) -> {spell(a.shape, p.dtype)}", bound=bound)


# ---------------------------------------------------------------- products, reductions

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
    out = [a.shape[i] for i in batch] + [a.shape[i] for i in range(len(a.shape)) if i not in batch + contract]
    out += [n for k, n in kinds if k == "f"]
    if size(shape) > 1500 or size(out) > 2000:
        raise LookupError("too large")
    found = [v for v in p.values if list(v.shape) == shape and v.dtype == p.dtype]
    b = p.rng.choice(found) if found else p.argument(shape)
    rb = [kinds.index(("b", i)) for i in batch]
    rc = [kinds.index(("c", i)) for i in contract]
    terms = size([a.shape[i] for i in contract]) * (2 if p.dtype.startswith("complex") else 1)
    (a, b), bound = p.fitted([a, b], lambda x, y: terms * x * y)
    batching = f"batching_dims = {batch} x {rb}, " if batch else ""
    p.emit(out, p.dtype, [a, b], f"%@@ = stablehlo.dot_general {a.name}, {b.name}, {batching}contracting_dims = {contract} x {rc}"
                                 f" : ({a.type}, {b.type}) -> {spell(out, p.dtype)}", bound=bound)


def reduce(p):
    a = p.pick(minimum=1)
    dims = sorted(p.rng.sample(range(len(a.shape)), p.rng.randint(1, len(a.shape))))
    out = [n for i, n in enumerate(a.shape) if i not in dims]
    n = size([a.shape[i] for i in dims])
    op, init = p.rng.choice([("add", "0.0"), ("add", "0.0"), ("maximum", "lowest"), ("minimum", "highest"),
                             ("add", "2.0"), ("maximum", "1.0")] + [("multiply", "1.0")] * (n <= 64)) if is_ordered(p) else ("add", "0.0")
    bounds = {"add": lambda x: n * x + 3, "multiply": lambda x: max(x, 1) ** n if n * max(x, 1) < 400 else float("inf")}
    (a,), bound = p.fitted([a], bounds.get(op, lambda x: max(x, 2)))
    c = p.scalar(init)
    p.emit(out, p.dtype, [a, c], f"%@@ = stablehlo.reduce({a.name} init: {c.name}) applies stablehlo.{op} across dimensions = {dims}"
                                 f" : ({a.type}, {c.type}) -> {spell(out, p.dtype)}", bound=bound)


def reduce_logic(p):
    a = p.pick("i1", minimum=1)
    dims = sorted(p.rng.sample(range(len(a.shape)), p.rng.randint(1, len(a.shape))))
    out = [n for i, n in enumerate(a.shape) if i not in dims]
    op, init = p.rng.choice([("and", "1"), ("or", "0"), ("and", "1")])
    c = p.scalar(init, "i1")
    p.emit(out, "i1", [a, c], f"%@@ = stablehlo.reduce({a.name} init: {c.name}) applies stablehlo.{op} across dimensions = {dims}"
                              f" : ({a.type}, {c.type}) -> {spell(out, 'i1')}")


def moments(p):
    """Two sums at once, as mean and variance are."""
    a = p.pick(minimum=1)
    dim = p.rng.randrange(len(a.shape))
    out = [n for i, n in enumerate(a.shape) if i != dim]
    n, factor = a.shape[dim], 2 if p.dtype.startswith("complex") else 1
    (a,), bound = p.fitted([a], lambda x: n * factor * x * x + x)
    z, t, r = p.scalar("0.0"), spell((), p.dtype), spell(out, p.dtype)
    squares = p.emit(a.shape, p.dtype, [a], f"%@@ = stablehlo.multiply {a.name}, {a.name} : {a.type}", keep=False)
    base = p.fresh((), p.dtype).name
    results = [Value(f"{base}#0", out, p.dtype, bound), Value(f"{base}#1", out, p.dtype, bound)]
    p.add(Op(results, [a, squares, z], f"""{base}:2 = stablehlo.reduce({a.name} init: {z.name}), ({squares.name} init: {z.name}) across dimensions = [{dim}] : ({a.type}, {a.type}, {t}, {t}) -> ({r}, {r})
 reducer(%a: {t}, %c: {t}) (%b: {t}, %d: {t}) {{
  %1 = stablehlo.add %a, %c : {t}
  %2 = stablehlo.add %b, %d : {t}
  stablehlo.return %1, %2 : {t}, {t}
 }}"""))
    p.values += results


def argmax(p):
    a = p.pick(minimum=1)
    dim = p.rng.randrange(len(a.shape))
    out = [n for i, n in enumerate(a.shape) if i != dim]
    largest = p.rng.random() < 0.7
    f = p.scalar("lowest" if largest else "highest")
    z = p.constant((), "i32", "0")
    i = p.emit(a.shape, "i32", [], f"%@@ = stablehlo.iota dim = {dim} : {spell(a.shape, 'i32')}", keep=False)
    base, ft, it = p.fresh((), "i32").name, f.type, spell(out, "i32")
    results = [Value(f"{base}#0", out, p.dtype, a.bound), Value(f"{base}#1", out, "i32", 12)]
    p.add(Op(results, [a, f, z, i], f"""{base}:2 = stablehlo.reduce({a.name} init: {f.name}), ({i.name} init: {z.name}) across dimensions = [{dim}] : ({a.type}, {i.type}, {ft}, tensor<i32>) -> ({spell(out, p.dtype)}, {it})
 reducer(%a: {ft}, %c: {ft}) (%b: tensor<i32>, %d: tensor<i32>) {{
  %1 = stablehlo.compare {'GT' if largest else 'LT'}, %a, %c : ({ft}, {ft}) -> tensor<i1>
  %2 = stablehlo.compare EQ, %a, %c : ({ft}, {ft}) -> tensor<i1>
  %3 = stablehlo.compare LT, %b, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %4 = stablehlo.and %2, %3 : tensor<i1>
  %5 = stablehlo.or %1, %4 : tensor<i1>
  %6 = stablehlo.select %1, %a, %c : tensor<i1>, {ft}
  %7 = stablehlo.select %5, %b, %d : tensor<i1>, tensor<i32>
  stablehlo.return %6, %7 : {ft}, tensor<i32>
 }}"""))
    p.values += results


# ---------------------------------------------------------------- shapes

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
    if len(dims) > 5:
        raise LookupError("rank")
    p.emit(dims, p.dtype, [a], f"%@@ = stablehlo.reshape {a.name} : ({a.type}) -> {spell(dims, p.dtype)}")


def broadcast(p):
    a = p.pick(maximum=3, largest=300)
    out, dims = [], []
    for n in a.shape:
        while p.rng.random() < 0.3:
            out.append(p.rng.choice(SIZES))
        dims.append(len(out))
        out.append(p.rng.choice(SIZES) if n == 1 and p.rng.random() < 0.5 else n)
    while len(out) < 4 and p.rng.random() < 0.4:
        out.append(p.rng.choice(SIZES))
    if size(out) > 2000 or len(out) > 4:
        raise LookupError("too large")
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
    a = p.pick(minimum=1, largest=1500)
    low = [p.rng.choice([0, 0, 1, 2, -1 if n > 2 else 0]) for n in a.shape]
    high = [p.rng.choice([0, 0, 1, 3, -1 if n > 3 else 0]) for n in a.shape]
    inner = [p.rng.choice([0, 0, 0, 1]) for n in a.shape]
    out = [low[i] + high[i] + n + inner[i] * (n - 1) for i, n in enumerate(a.shape)]
    c = p.scalar(p.rng.choice(["0.0", "1.0", "-2.0"]))
    p.emit(out, p.dtype, [a, c], f"%@@ = stablehlo.pad {a.name}, {c.name}, low = {low}, high = {high}, interior = {inner}"
                                 f" : ({a.type}, {c.type}) -> {spell(out, p.dtype)}")


def concatenate(p):
    a = p.pick(minimum=1, largest=1000)
    dim = p.rng.randrange(len(a.shape))
    shape = list(a.shape)
    shape[dim] = p.rng.choice(SIZES)
    b = a if shape == list(a.shape) and p.rng.random() < 0.3 else p.same_shape(Value("%none", shape, p.dtype))
    out = list(a.shape)
    out[dim] += b.shape[dim]
    p.emit(out, p.dtype, [a, b], f"%@@ = stablehlo.concatenate {a.name}, {b.name}, dim = {dim} : ({a.type}, {b.type}) -> {spell(out, p.dtype)}")


def roll(p):
    """The two halves of a value, swapped."""
    a = p.pick(minimum=1, largest=1000)
    dim = p.rng.randrange(len(a.shape))
    n = a.shape[dim]
    if n < 2:
        raise LookupError("nothing to roll")
    k = p.rng.randrange(1, n)

    def part(begin, end):
        shape = list(a.shape)
        shape[dim] = end - begin
        limits = ", ".join(f"{begin}:{end}" if d == dim else f"0:{m}" for d, m in enumerate(a.shape))
        return p.emit(shape, p.dtype, [a], f"%@@ = stablehlo.slice {a.name} [{limits}] : ({a.type}) -> {spell(shape, p.dtype)}", keep=False)
    x, y = part(k, n), part(0, k)
    p.emit(a.shape, p.dtype, [x, y], f"%@@ = stablehlo.concatenate {x.name}, {y.name}, dim = {dim} : ({x.type}, {y.type}) -> {a.type}")


def reverse(p):
    a = p.pick(minimum=1)
    dims = sorted(p.rng.sample(range(len(a.shape)), p.rng.randint(1, len(a.shape))))
    p.emit(a.shape, p.dtype, [a], f"%@@ = stablehlo.reverse {a.name}, dims = {dims} : {a.type}")


def iota(p):
    shape = [p.rng.choice(SIZES) for _ in range(p.rng.choice([1, 2, 3]))]
    a = p.same_shape(Value("%none", shape, p.dtype))
    (a,), bound = p.fitted([a], lambda x: 12 * x)
    i = p.emit(shape, p.dtype, [], f"%@@ = stablehlo.iota dim = {p.rng.randrange(len(shape))} : {spell(shape, p.dtype)}", keep=False)
    p.emit(shape, p.dtype, [i, a], f"%@@ = stablehlo.multiply {i.name}, {a.name} : {a.type}", bound=bound)


# ---------------------------------------------------------------- indexed

def start(p):
    if p.rng.random() < 0.5:
        return p.constant((), "i32", str(p.rng.choice([0, 1, 2, 5, -1])))
    found = [v for v in p.values if v.shape == () and v.dtype == "i32"]
    return p.rng.choice(found) if found else p.argument((), "i32", sharded=False)


def dynamic_slice(p):
    a = p.pick(minimum=1, maximum=3)
    sizes = [p.rng.choice([n, p.rng.randint(1, n)]) for n in a.shape]
    at = [start(p) for _ in sizes]
    types = ", ".join([a.type] + ["tensor<i32>"] * len(at))
    p.emit(sizes, p.dtype, [a] + at, f"%@@ = stablehlo.dynamic_slice {a.name}, {', '.join(v.name for v in at)}, sizes = {sizes} : ({types}) -> {spell(sizes, p.dtype)}", bound=a.bound)


def dynamic_update(p):
    a = p.pick(minimum=1, maximum=3)
    sizes = [p.rng.choice([n, p.rng.randint(1, n)]) for n in a.shape]
    u = p.same_shape(Value("%none", sizes, p.dtype))
    at = [start(p) for _ in sizes]
    types = ", ".join([a.type, u.type] + ["tensor<i32>"] * len(at))
    p.emit(a.shape, p.dtype, [a, u] + at, f"%@@ = stablehlo.dynamic_update_slice {a.name}, {u.name}, {', '.join(v.name for v in at)} : ({types}) -> {a.type}", bound=max(a.bound, u.bound))


def indices(p, n, bound):
    """n row numbers, some out of range."""
    found = p.constant((n, 1), "i32", str([[p.rng.randint(-1, bound)] for _ in range(n)]))
    if p.rng.random() < 0.4:
        return found
    extra = p.same_shape(Value("%none", (n, 1), "i32"))
    return p.emit((n, 1), "i32", [found, extra], f"%@@ = stablehlo.add {found.name}, {extra.name} : {found.type}", keep=False)


def gather(p):
    a = p.pick(minimum=1, maximum=3)
    n = p.rng.choice(SIZES)
    ix = indices(p, n, a.shape[0])
    out = [n] + list(a.shape[1:])
    offset = list(range(1, len(a.shape)))
    sizes = ", ".join(str(d) for d in [1] + list(a.shape[1:]))
    dims = f"offset_dims = {offset}, " if offset else ""
    p.emit(out, p.dtype, [a, ix], f'%@@ = "stablehlo.gather"({a.name}, {ix.name}) <{{dimension_numbers = #stablehlo.gather<{dims}collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: {sizes}>}}> : ({a.type}, {ix.type}) -> {spell(out, p.dtype)}', bound=a.bound)


def scatter(p):
    a = p.pick(minimum=1, maximum=3)
    n = p.rng.choice(SIZES)
    ix = indices(p, n, a.shape[0])
    u = p.same_shape(Value("%none", [n] + list(a.shape[1:]), p.dtype))
    op = p.rng.choice(["add", "maximum"]) if is_ordered(p) else "add"
    (a, u), bound = p.fitted([a, u], lambda x, y: x + n * y)
    window = list(range(1, len(a.shape)))
    dims = f"update_window_dims = {window}, " if window else ""
    p.emit(a.shape, p.dtype, [a, ix, u], f'%@@ = "stablehlo.scatter"({a.name}, {ix.name}, {u.name}) <{{scatter_dimension_numbers = #stablehlo.scatter<{dims}inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> {region(op, p.dtype)} : ({a.type}, {ix.type}, {u.type}) -> {a.type}', bound=bound)


def sort(p):
    a = p.pick(minimum=1, maximum=3)
    t = spell((), p.dtype)
    p.emit(a.shape, p.dtype, [a], f'%@@ = "stablehlo.sort"({a.name}) <{{dimension = {p.rng.randrange(len(a.shape))} : i64, is_stable = true}}> ({{ ^bb0(%p: {t}, %q: {t}): %s = stablehlo.compare LT, %p, %q : ({t}, {t}) -> tensor<i1> stablehlo.return %s : tensor<i1> }}) : ({a.type}) -> {a.type}')


def sort_pairs(p):
    a = p.pick(minimum=1, maximum=3)
    dim = p.rng.randrange(len(a.shape))
    i = p.emit(a.shape, "i32", [], f"%@@ = stablehlo.iota dim = {dim} : {spell(a.shape, 'i32')}", keep=False)
    t, base = spell((), p.dtype), p.fresh((), "i32").name
    results = [Value(f"{base}#0", a.shape, p.dtype, a.bound), Value(f"{base}#1", a.shape, "i32", 12)]
    p.add(Op(results, [a, i], f"""{base}:2 = "stablehlo.sort"({a.name}, {i.name}) <{{dimension = {dim} : i64, is_stable = true}}> ({{ ^bb0(%p: {t}, %q: {t}, %x: tensor<i32>, %y: tensor<i32>): %s = stablehlo.compare GT, %p, %q : ({t}, {t}) -> tensor<i1> stablehlo.return %s : tensor<i1> }}) : ({a.type}, {i.type}) -> ({a.type}, {i.type})"""))
    p.values += results


# ---------------------------------------------------------------- windows

def reduce_window(p):
    a = p.pick(minimum=1, maximum=3, largest=600)
    w = [p.rng.choice([1, 1, 2, 3]) if n >= 3 else 1 for n in a.shape]
    s = [p.rng.choice([1, 1, 2]) for _ in w]
    pads = [[p.rng.randrange(k), p.rng.randrange(k)] for k in w]
    out = [(n + sum(q) - k) // t + 1 for n, k, t, q in zip(a.shape, w, s, pads)]
    op, init = p.rng.choice([("add", "0.0"), ("maximum", "lowest")])
    (a,), bound = p.fitted([a], (lambda x: size(w) * x) if op == "add" else (lambda x: x))
    c = p.scalar(init)
    arr = lambda v: ", ".join(map(str, v))
    p.emit(out, p.dtype, [a, c], f'%@@ = "stablehlo.reduce_window"({a.name}, {c.name}) <{{window_dimensions = array<i64: {arr(w)}>, window_strides = array<i64: {arr(s)}>, padding = dense<{pads}> : tensor<{len(w)}x2xi64>}}> {region(op, p.dtype)} : ({a.type}, {c.type}) -> {spell(out, p.dtype)}', bound=bound)


def convolution(p):
    """Of stride, or with the dilations and groups that gradients have."""
    a = p.pick(minimum=3, maximum=3, largest=600)
    b, n, f = a.shape
    k, groups, plain = p.rng.choice([1, 2, 3]), p.rng.choice([g for g in (1, 1, 2, 3) if f % g == 0]), p.rng.random() < 0.5
    o = groups * p.rng.choice([1, 2, 4])
    stride = p.rng.choice([1, 1, 2]) if plain else 1
    lhs, rhs = (1, 1) if plain else (p.rng.choice([1, 2]), p.rng.choice([1, 2]))
    lo, hi = p.rng.randrange(k), p.rng.randrange(k)
    spatial = ((n - 1) * lhs + 1 + lo + hi - ((k - 1) * rhs + 1)) // stride + 1
    if spatial < 1:
        raise LookupError("the window does not fit")
    w = p.same_shape(Value("%none", [k, f // groups, o], p.dtype))
    terms = k * (f // groups) * (2 if p.dtype.startswith("complex") else 1)
    (a, w), bound = p.fitted([a, w], lambda x, y: terms * x * y)
    out = (b, spatial, o)
    p.emit(out, p.dtype, [a, w], f"%@@ = stablehlo.convolution({a.name}, {w.name}) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {{stride = [{stride}], pad = [[{lo}, {hi}]], lhs_dilate = [{lhs}], rhs_dilate = [{rhs}]}} {{batch_group_count = 1 : i64, feature_group_count = {groups} : i64}} : ({a.type}, {w.type}) -> {spell(out, p.dtype)}", bound=bound)


def cumulative(p):
    """A running sum or maximum: a window as wide as its dimension."""
    a = p.pick(minimum=1, maximum=3, largest=600)
    dim = p.rng.randrange(len(a.shape))
    n, ones = a.shape[dim], [1] * len(a.shape)
    op, init = p.rng.choice([("add", "0.0"), ("add", "0.0"), ("maximum", "lowest")])
    (a,), bound = p.fitted([a], (lambda x: n * x) if op == "add" else (lambda x: x))
    w, pads = list(ones), [[0, 0] for _ in ones]
    w[dim], pads[dim] = n, p.rng.choice([[n - 1, 0], [0, n - 1]])
    c = p.scalar(init)
    arr = lambda v: ", ".join(map(str, v))
    p.emit(a.shape, p.dtype, [a, c], f'%@@ = "stablehlo.reduce_window"({a.name}, {c.name}) <{{window_dimensions = array<i64: {arr(w)}>, padding = dense<{pads}> : tensor<{len(w)}x2xi64>}}> {region(op, p.dtype)} : ({a.type}, {c.type}) -> {a.type}', bound=bound)


def select_and_scatter(p):
    """The gradient of a maximum over windows."""
    a = p.pick(minimum=1, maximum=3, largest=400)
    dim = p.rng.randrange(len(a.shape))
    k, stride = p.rng.choice([2, 3]), p.rng.choice([1, 2, 3])
    if a.shape[dim] < k:
        raise LookupError("the window does not fit")
    shape = list(a.shape)
    shape[dim] = (a.shape[dim] - k) // stride + 1
    u = p.same_shape(Value("%none", shape, p.dtype))
    (a, u), bound = p.fitted([a, u], lambda x, y: k * y)
    w, s, z, t = [1] * len(shape), [1] * len(shape), p.scalar("0.0"), spell((), p.dtype)
    w[dim], s[dim] = k, stride
    arr = lambda v: ", ".join(map(str, v))
    p.emit(a.shape, p.dtype, [a, u, z], f'%@@ = "stablehlo.select_and_scatter"({a.name}, {u.name}, {z.name}) <{{window_dimensions = array<i64: {arr(w)}>, window_strides = array<i64: {arr(s)}>}}> ({{ ^bb0(%p: {t}, %q: {t}): %s = stablehlo.compare GE, %p, %q : ({t}, {t}) -> tensor<i1> stablehlo.return %s : tensor<i1> }}, {{ ^bb0(%p: {t}, %q: {t}): %s = stablehlo.add %p, %q : {t} stablehlo.return %s : {t} }}) : ({a.type}, {u.type}, {t}) -> {a.type}', bound=bound)


def top_k(p):
    a = p.pick(minimum=1, maximum=3)
    if p.dtype == "f64":
        raise LookupError("no f64")
    k = p.rng.randint(1, a.shape[-1])
    out, base = list(a.shape[:-1]) + [k], p.fresh((), "i32").name
    results = [Value(f"{base}#0", out, p.dtype, a.bound), Value(f"{base}#1", out, "i32", 12)]
    p.add(Op(results, [a], f"{base}:2 = chlo.top_k({a.name}, k = {k}) : {a.type} -> ({results[0].type}, {results[1].type})"))
    p.values += results


def batched_gather(p):
    """One element per row and index, rows in step."""
    a = p.pick(minimum=2, maximum=3)
    b, rows = a.shape[0], a.shape[1]
    n, rest = p.rng.choice(SIZES), list(a.shape[2:])
    ix = p.same_shape(Value("%none", (b, n, 1), "i32"))
    offset = list(range(2, 2 + len(rest)))
    dims = f"offset_dims = {offset}, " if offset else ""
    sizes = ", ".join(map(str, [1, 1] + rest))
    out = [b, n] + rest
    p.emit(out, p.dtype, [a, ix], f'%@@ = "stablehlo.gather"({a.name}, {ix.name}) <{{dimension_numbers = #stablehlo.gather<{dims}collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: {sizes}>}}> : ({a.type}, {ix.type}) -> {spell(out, p.dtype)}', bound=a.bound)


def window_gather(p):
    """Windows of several rows."""
    a = p.pick(minimum=1, maximum=3)
    n, k = p.rng.choice(SIZES), p.rng.randint(1, a.shape[0])
    ix = indices(p, n, a.shape[0])
    out, sizes = [n, k] + list(a.shape[1:]), [k] + list(a.shape[1:])
    if size(out) > 3000:
        raise LookupError("too large")
    p.emit(out, p.dtype, [a, ix], f'%@@ = "stablehlo.gather"({a.name}, {ix.name}) <{{dimension_numbers = #stablehlo.gather<offset_dims = {list(range(1, len(out)))}, start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: {", ".join(map(str, sizes))}>}}> : ({a.type}, {ix.type}) -> {spell(out, p.dtype)}', bound=a.bound)


def plane(p):
    """A convolution over two dimensions, of a stride or groups of the batch."""
    a = p.pick(minimum=4, maximum=4, largest=500)
    b, h, w, f = a.shape
    kh, kw, o = p.rng.choice([1, 2, 3]), p.rng.choice([1, 2, 3]), p.rng.choice([1, 2, 4])
    groups = p.rng.choice([g for g in (1, 1, 2, 3) if b % g == 0])
    stride = p.rng.choice([1, 1, 2])
    pads = [[p.rng.randrange(k), p.rng.randrange(k)] for k in (kh, kw)]
    rows, columns = ((n + sum(q) - k) // stride + 1 for n, k, q in zip((h, w), (kh, kw), pads))
    if rows < 1 or columns < 1:
        raise LookupError("the window does not fit")
    k = p.same_shape(Value("%none", [kh, kw, f, o * groups], p.dtype))
    terms = kh * kw * f * (2 if p.dtype.startswith("complex") else 1)
    (a, k), bound = p.fitted([a, k], lambda x, y: terms * x * y)
    out = (b // groups, rows, columns, o * groups)
    p.emit(out, p.dtype, [a, k], f"%@@ = stablehlo.convolution({a.name}, {k.name}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {{stride = [{stride}, {stride}], pad = {pads}}} {{batch_group_count = {groups} : i64, feature_group_count = 1 : i64}} : ({a.type}, {k.type}) -> {spell(out, p.dtype)}", bound=bound)


def random_bits(p):
    """Bits that must not depend on the number of devices."""
    found = [v for v in p.values if v.dtype == "ui64" and v.shape == (2,)]
    state = p.rng.choice(found) if found else p.argument((2,), "ui64", sharded=False)
    shape = [p.rng.choice(SIZES) for _ in range(p.rng.choice([1, 2, 3]))]
    base = p.fresh((), "i32").name
    t = spell(shape, "ui32")
    value = p.fresh(shape, "i32")
    p.add(Op([value], [state], f"""{base}:2 = stablehlo.rng_bit_generator {state.name}, algorithm = THREE_FRY : ({state.type}) -> ({state.type}, {t})
{value.name} = stablehlo.bitcast_convert {base}#1 : ({t}) -> {value.type}"""))
    p.values.append(value)


def fourier(p):
    """There and back, which is not exact."""
    a = p.pick("complex<f32>", minimum=1, maximum=3)
    if p.exact:
        raise LookupError("not exact")
    kind = p.rng.choice(["FFT", "IFFT"])
    p.emit(a.shape, a.dtype, [a], f"%@@ = stablehlo.fft {a.name}, type = {kind}, length = [{a.shape[-1]}] : ({a.type}) -> {a.type}")


# ---------------------------------------------------------------- placement

def group(p):
    """Two values that must lie alike, added."""
    a = p.pick()
    b = p.same_shape(a)
    if p.depth:
        raise LookupError("outside of loops only")
    (a, b), bound = p.fitted([a, b], lambda x, y: x + y)
    p.next += 1
    n = p.next
    p.emit(a.shape, p.dtype, [a, b], f"""sdy.sharding_group {a.name} group_id = {n} : {a.type}
sdy.sharding_group {b.name} group_id = {n} : {a.type}
%@@ = stablehlo.add {a.name}, {b.name} : {a.type}""", bound=bound)


def propagation_barrier(p):
    a = p.pick()
    direction = p.rng.choice(["NONE", "FORWARD", "BACKWARD"])
    p.emit(a.shape, p.dtype, [a], f"%@@ = sdy.propagation_barrier {a.name} allowed_direction={direction} : {a.type}")


def manual(p):
    """A region for one device along one axis: shards are negated, and maybe summed."""
    a = p.pick(minimum=1)
    axis, extent = p.rng.choice(list(p.program.mesh.items()))
    dims = [d for d, n in enumerate(a.shape) if n % extent == 0]
    if not dims or p.depth:
        raise LookupError("no dimension divides")
    dim = p.rng.choice(dims)
    (a,), bound = p.fitted([a], lambda x: extent * x)
    local = [n // extent if d == dim else n for d, n in enumerate(a.shape)]
    t, s, k = spell(local, p.dtype), spell((), p.dtype), p.fresh((), p.dtype).name
    lying = "<@mesh, [" + ", ".join(f'{{"{axis}"}}' if d == dim else "{}" for d in range(len(local))) + "]>"
    body = f"{k}_1 = stablehlo.negate {k}_0 : {t}"
    if is_ordered(p) and p.rng.random() < 0.5:
        body = (f'{k}_1 = "stablehlo.all_reduce"({k}_0) <{{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = '
                f'#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "{axis}">]>, use_global_device_ids}}> '
                f"({{ ^bb0(%p: {s}, %q: {s}): %s = stablehlo.add %p, %q : {s} stablehlo.return %s : {s} }}) : ({t}) -> {t}")
    p.emit(a.shape, p.dtype, [a], f"""%@@ = sdy.manual_computation({a.name}) in_shardings=[{lying}] out_shardings=[{lying}] manual_axes={{"{axis}"}} ({k}_0: {t}) {{
  {body}
  sdy.return {k}_1 : {t}
}} : ({a.type}) -> {a.type}""", bound=bound)


def constraint(p):
    a = p.pick(p.rng.choice([p.dtype, p.dtype, p.dtype, "i32", "i1"]))
    p.emit(a.shape, a.dtype, [a], f"%@@ = sdy.sharding_constraint {a.name} <<S>> : {a.type}", sharding=p.sharding(len(a.shape)))


def barrier(p):
    a, b = p.pick(), p.pick()
    base = p.fresh((), p.dtype).name
    results = [Value(f"{base}#0", a.shape, a.dtype, a.bound), Value(f"{base}#1", b.shape, b.dtype, b.bound)]
    p.add(Op(results, [a, b], f"{base}:2 = stablehlo.optimization_barrier {a.name}, {b.name} : {a.type}, {b.type}"))
    p.values += results


# Ops that complex numbers lack, or may lack.
UNORDERED = "unary select argmax sort sort_pairs uncounted reduce_window cumulative select_and_scatter top_k clamp division convert".split()
OPS = [unary, binary, binary, binary, division, select, clamp, logic, convert, dot, dot, dot, reduce, reduce, reduce_logic, moments, argmax,
       transpose, reshape, reshape, broadcast, slicing, pad, concatenate, roll, reverse, iota, dynamic_slice, dynamic_update, gather, scatter,
       batched_gather, window_gather, sort, sort_pairs, top_k, reduce_window, cumulative, select_and_scatter, convolution, plane, random_bits, fourier,
       constraint, constraint, constraint, barrier, group, propagation_barrier, manual]
