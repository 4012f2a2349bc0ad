"""Loops and branches around random ops, nested up to two deep."""
from model import Op, Value, spell


def i32(p, value):
    return p.constant((), "i32", value)


def yielded(p, like, bound):
    """A value of a type from the block, not larger than `bound`."""
    found = [v for v in p.values if v.shape == like.shape and v.dtype == like.dtype]
    value = p.rng.choice(found[-3:])
    if p.exact and value.dtype != "i32" and value.dtype != "i1" and value.bound > bound:
        return p.clamp(value) if not value.dtype.startswith("complex") else like
    return value


def inits(p):
    chosen = [p.pick(largest=300)]
    for _ in range(p.rng.choice([0, 0, 1, 2])):
        value = p.rng.choice([v for v in p.values if v.dtype in (p.dtype, "i32", "i1")])
        if len(value.shape) <= 4:
            chosen.append(value)
    return chosen


def shallow(p):
    if p.depth >= 2 or (p.depth == 1 and p.rng.random() < 0.6):
        raise LookupError("deep enough")


def loop(p):
    """A counted loop, sometimes left early because of what it carries."""
    shallow(p)
    start = inits(p)
    zero, one, end = i32(p, 0), i32(p, 1), i32(p, p.rng.choice([0, 1, 2, 3, 4]))
    early = p.rng.random() < 0.25 and not p.dtype.startswith("complex") and start[0].dtype == p.dtype
    bounds = [max(v.bound, 4) for v in start]
    counter = p.fresh((), "i32")
    carried = [p.fresh(v.shape, v.dtype, b) for v, b in zip(start, bounds)]

    def go_on():
        less = p.emit((), "i1", [counter, end], f"%@@ = stablehlo.compare LT, {counter.name}, {end.name} : (tensor<i32>, tensor<i32>) -> tensor<i1>", keep=False)
        if not early:
            return [less]
        x, low, limit = carried[0], p.scalar("lowest"), p.scalar("2.0")
        top = p.emit((), p.dtype, [x, low], f"%@@ = stablehlo.reduce({x.name} init: {low.name}) applies stablehlo.maximum across dimensions = {list(range(len(x.shape)))}"
                                            f" : ({x.type}, {low.type}) -> {low.type}", keep=False)
        small = p.emit((), "i1", [top, limit], f"%@@ = stablehlo.compare LE, {top.name}, {limit.name} : ({top.type}, {top.type}) -> tensor<i1>", keep=False)
        return [p.emit((), "i1", [less, small], f"%@@ = stablehlo.and {less.name}, {small.name} : tensor<i1>", keep=False)]

    def step():
        ends = [yielded(p, v, b) for v, b in zip(carried, bounds)]
        return [p.emit((), "i32", [counter, one], f"%@@ = stablehlo.add {counter.name}, {one.name} : tensor<i32>", keep=False)] + ends

    condition = p.region([], 0, go_on)
    body = p.region([counter] + carried, p.rng.choice([2, 4, 6]), step)
    base = p.fresh((), "i32").name
    header = ", ".join(f"{c.name} = {s.name}" for c, s in zip([counter] + carried, [zero] + start))
    types = ", ".join(v.type for v in [counter] + carried)
    results = [Value(f"{base}#{i + 1}", v.shape, v.dtype, b) for i, (v, b) in enumerate(zip(carried, bounds))]
    p.add(Op(results, [zero] + start, f"{base}:{len(carried) + 1} = stablehlo.while({header}) : {types}\n cond {{\n<<0>>\n }} do {{\n<<1>>\n }}", [condition, body]))
    p.values += results


def branch(p):
    """A case, or an if."""
    shallow(p)
    like = inits(p)
    word = [v for v in p.values if v.shape == () and v.dtype in ("i32", "i1")]
    selector = p.rng.choice(word) if word and p.rng.random() < 0.7 else p.argument((), p.rng.choice(["i32", "i1"]), sharded=False)
    count = 2 if selector.dtype == "i1" else p.rng.choice([2, 2, 3])
    bounds = [max(v.bound, 4) for v in like]

    def ends():
        return [yielded(p, v, b) for v, b in zip(like, bounds)]
    blocks = [p.region([], p.rng.choice([0, 2, 4]), ends) for _ in range(count)]
    base = p.fresh((), "i32").name
    results = [Value(f"{base}#{i}" if len(like) > 1 else base, v.shape, v.dtype, b) for i, (v, b) in enumerate(zip(like, bounds))]
    regions = ", ".join(f"{{\n<<{i}>>\n }}" for i in range(count))
    many = f":{len(like)}" if len(like) > 1 else ""
    types = ", ".join(v.type for v in like)
    name = "if" if selector.dtype == "i1" else "case"
    p.add(Op(results, [selector], f'{base}{many} = "stablehlo.{name}"({selector.name}) ({regions}) : ({selector.type}) -> {types if len(like) == 1 else "(" + types + ")"}', blocks))
    p.values += results


def scan(p):
    """A loop over slices of a stack that also writes a stack, as a scan over layers is."""
    a = p.pick(maximum=2, largest=200)
    n = p.rng.choice([2, 3, 4])
    ws = p.same_shape(Value("%none", (n,) + a.shape, p.dtype))
    op = p.rng.choice(["add", "subtract"])
    [a, ws], bound = p.fitted([a, ws], lambda x, y: x + n * y)
    zero, one, end, init = i32(p, 0), i32(p, 1), i32(p, n), p.scalar("0.0")
    ys = p.emit(ws.shape, p.dtype, [init], f"%@@ = stablehlo.broadcast_in_dim {init.name}, dims = [] : ({init.type}) -> {ws.type}", keep=False)
    s, t = spell((1,) + a.shape, p.dtype), a.type
    k = p.fresh((), "i32").name
    starts = ", ".join([f"{k}_i"] + [zero.name] * len(a.shape))
    types = ", ".join(["tensor<i32>"] * (1 + len(a.shape)))
    p.emit(ws.shape, p.dtype, [a, ws, zero, one, end, ys], f"""%@@_l:3 = stablehlo.while({k}_i = {zero.name}, {k}_c = {a.name}, {k}_y = {ys.name}) : tensor<i32>, {t}, {ws.type}
 cond {{
  {k}_1 = stablehlo.compare LT, {k}_i, {end.name} : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return {k}_1 : tensor<i1>
 }} do {{
  {k}_1 = stablehlo.dynamic_slice {ws.name}, {starts}, sizes = {[1] + list(a.shape)} : ({ws.type}, {types}) -> {s}
  {k}_2 = stablehlo.reshape {k}_1 : ({s}) -> {t}
  {k}_3 = stablehlo.{op} {k}_2, {k}_c : {t}
  {k}_4 = stablehlo.reshape {k}_3 : ({t}) -> {s}
  {k}_5 = stablehlo.dynamic_update_slice {k}_y, {k}_4, {starts} : ({ws.type}, {s}, {types}) -> {ws.type}
  {k}_6 = stablehlo.add {k}_i, {one.name} : tensor<i32>
  stablehlo.return {k}_6, {k}_3, {k}_5 : tensor<i32>, {t}, {ws.type}
 }}
%@@ = stablehlo.negate %@@_l#2 : {ws.type}""", bound=bound)


def uncounted(p):
    """A loop whose end depends on sharded values."""
    a = p.pick(minimum=1, maximum=3, largest=300)
    one, limit, zero = p.scalar("1.0"), p.scalar("20.0"), p.scalar("lowest")
    dims = list(range(len(a.shape)))
    k = p.fresh((), "i32").name
    p.emit(a.shape, p.dtype, [a, one, limit, zero], f"""%@@_o = stablehlo.broadcast_in_dim {one.name}, dims = [] : ({one.type}) -> {a.type}
%@@ = stablehlo.while({k}_c = {a.name}) : {a.type}
 cond {{
  {k}_1 = stablehlo.reduce({k}_c init: {zero.name}) applies stablehlo.maximum across dimensions = {dims} : ({a.type}, {zero.type}) -> {zero.type}
  {k}_2 = stablehlo.compare LT, {k}_1, {limit.name} : ({zero.type}, {zero.type}) -> tensor<i1>
  stablehlo.return {k}_2 : tensor<i1>
 }} do {{
  {k}_1 = stablehlo.abs {k}_c : {a.type}
  {k}_2 = stablehlo.add {k}_1, {k}_1 : {a.type}
  {k}_3 = stablehlo.add {k}_2, %@@_o : {a.type}
  stablehlo.return {k}_3 : {a.type}
 }}""", bound=max(a.bound, 2 * max(a.bound, 20) + 1))


OPS = [loop, loop, scan, branch, branch, uncounted]
