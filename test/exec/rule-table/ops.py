#!/usr/bin/env python3
"""The functions of the rule table: one op each, in all its shapes, of even, uneven and tiny sizes.

  ops.py [FAMILY ...]     elementwise reductions contractions windows reshapes slices sources indexed foreign control
"""
import sys

from text import EVEN, TINY, UNEVEN, Function, body_of, tensor

SIZES = {"even": EVEN, "uneven": UNEVEN, "tiny": TINY}
FAMILIES = {}


def family(function):
    """A generator of functions, called once per sizes and element type."""
    FAMILIES.setdefault(function.__name__.split("_")[0], []).append(function)
    return function


def variants(types=("f32", "i32")):
    """All sizes in the first type, uneven ones in the others."""
    for name, sizes in SIZES.items():
        yield name, sizes, types[0]
    for dtype in types[1:]:
        yield "uneven", UNEVEN, dtype


# ---------------------------------------------------------------- elementwise

@family
def elementwise_maps():
    cases = {
        "identity": (["(d0, d1, d2)", "(d0, d1, d2)"], ["abc", "abc"]),
        "transposed": (["(d2, d0, d1)", "(d1, d2, d0)"], ["cab", "bca"]),
        "broadcast": (["(d0)", "(d2, d0)"], ["a", "ca"]),
        "scalar": (["()", "(d0, d1, d2)"], ["", "abc"]),
        "one_wide": (["(d0, 0, d2)", "(0, d1, 0)"], ["a1c", "1b1"]),
        "diagonal": (["(d0, d0)", "(d0, d1, d2)"], ["aa", "abc"]),
    }
    for case, (maps, dims) in cases.items():
        for size, sizes, t in variants():
            f = Function(f"elementwise_{case}_{size}_{t}")
            x, y = (f.argument(sizes.shape(d), t) for d in dims)
            yield f.generic([x, y], maps, "(d0, d1, d2)", sizes.shape("abc"), t, "ppp", f.empty(sizes.shape("abc"), t),
                            body_of(t, "subtract(multiply(in0, in0), in1)"))


@family
def elementwise_bodies():
    for size, sizes, t in variants():
        shape, e = sizes.shape("ab"), "(d0, d1)"
        f = Function(f"elementwise_index_{size}_{t}")
        x = f.argument(shape, t)
        yield f.generic([x], [e], e, shape, t, "pp", f.empty(shape, t), body_of(t, "add(in0, subtract(index0, multiply(index1, index1)))"))
        f = Function(f"elementwise_iota_{size}_{t}")
        yield f.generic([], [], e, shape, t, "pp", f.empty(shape, t), body_of(t, "subtract(index0, multiply(index1, index1))"))
        f = Function(f"elementwise_updates_{size}_{t}")
        x, y = f.argument(shape, t), f.argument(shape, t)
        yield f.generic([x], [e], e, shape, t, "pp", y, body_of(t, "subtract(multiply(in0, in0), out)"))
        f = Function(f"elementwise_reads_transposed_index_{size}_{t}")
        x = f.argument(sizes.shape("ba"), t)
        yield f.generic([x], ["(d1, d0)"], e, shape, t, "pp", f.empty(shape, t), body_of(t, "multiply(in0, add(index1, index0))"))
        f = Function(f"elementwise_select_{size}_{t}")
        x, y, c = f.argument(shape, t), f.argument(shape, t), f.argument(shape, "i1")
        yield f.generic([c, x, y], [e, e, e], e, shape, t, "pp", f.empty(shape, t), [f"%r = arith.select %in0, %in1, %in2 : {t}", f"linalg.yield %r : {t}"])
        f = Function(f"elementwise_compare_{size}_{t}")
        x, y = f.argument(shape, t), f.argument(shape, t)
        compare = "arith.cmpf olt," if t == "f32" else "arith.cmpi slt,"
        yield f.generic([x, y], [e, e], e, shape, "i1", "pp", f.empty(shape, "i1"), [f"%r = {compare} %in0, %in1 : {t}", "linalg.yield %r : i1"])
        f = Function(f"elementwise_written_transposed_{size}_{t}")
        x = f.argument(shape, t)
        yield f.generic([x], [e], "(d1, d0)", sizes.shape("ba"), t, "pp", f.empty(sizes.shape("ba"), t), body_of(t, "multiply(in0, in0)"))
        f = Function(f"elementwise_two_results_{size}_{t}")
        x, y = f.argument(shape, t), f.argument(sizes.shape("ba"), t)
        yield f.generics([x, y], [e, "(d1, d0)"], [e, "(d1, d0)"], [shape, sizes.shape("ba")], t, "pp",
                         [f.empty(shape, t), f.empty(sizes.shape("ba"), t)], body_of(t, "add(in0, in1)", "multiply(in0, in1)"))
        f = Function(f"elementwise_reversed_{size}_{t}")
        x = f.argument(shape, t)
        yield f.generic([x], [f"(-d0 + {shape[0] - 1}, d1)"], e, shape, t, "pp", f.empty(shape, t), body_of(t, "add(in0, in0)"))
    for size, sizes, t in variants(("i32",)):
        shape, e = sizes.shape("ab"), "(d0, d1)"
        f = Function(f"elementwise_division_{size}")
        x, y = f.argument(shape, t), f.argument(shape, t)
        yield f.generic([x, y], [e, e], e, shape, t, "pp", f.empty(shape, t),
                        ["%s = arith.muli %in1, %in1 : i32", "%o = arith.constant 1 : i32", "%d = arith.addi %s, %o : i32",
                         "%q = arith.divsi %in0, %d : i32", "%m = arith.remsi %in0, %d : i32", "%r = arith.xori %q, %m : i32", "linalg.yield %r : i32"])
        f = Function(f"elementwise_bf16_{size}")
        x = f.argument(shape, "bf16")
        yield f.generic([x], [e], e, shape, "f32", "pp", f.empty(shape, "f32"), ["%r = arith.extf %in0 : bf16 to f32", "linalg.yield %r : f32"])
        f = Function(f"elementwise_complex_{size}")
        x, y = f.argument(shape, "complex<f32>"), f.argument(shape, "complex<f32>")
        yield f.generic([x, y], [e, e], e, shape, "complex<f32>", "pp", f.empty(shape, "complex<f32>"),
                        ["%r = complex.sub %in0, %in1 : complex<f32>", "linalg.yield %r : complex<f32>"])


# ---------------------------------------------------------------- reductions

COMBINERS = {
    "f32": {"arith.addf": ["0.0", "2.0"], "arith.mulf": ["1.0", "3.0"], "arith.maximumf": ["0xFF800000", "1.0"], "arith.minimumf": ["0x7F800000", "-1.0"],
            "arith.maxnumf": ["0xFF800000", "1.0"], "arith.minnumf": ["0x7F800000", "-1.0"]},
    "i32": {"arith.addi": ["0", "-5"], "arith.muli": ["1", "3"], "arith.maxsi": ["-2147483648", "2"], "arith.minsi": ["2147483647", "1"],
            "arith.maxui": ["0", "4"], "arith.minui": ["-1", "4"], "arith.andi": ["-1", "5"], "arith.ori": ["0", "2"], "arith.xori": ["0", "9"]},
    "i1": {"arith.andi": ["true", "false"], "arith.ori": ["false", "true"], "arith.xori": ["false", "true"]},
    "f64": {"arith.addf": ["0.0"]},
    "bf16": {"arith.addf": ["0.0"], "arith.maximumf": ["0xFF80"]},
    "i8": {"arith.addi": ["0"], "arith.maxsi": ["-128"], "arith.minsi": ["127"]},
}


@family
def reductions_combiners():
    for t, table in COMBINERS.items():
        for op, inits in table.items():
            for size, sizes in SIZES.items():
                if size != "uneven" and t not in ("f32", "i1"):
                    continue
                for n, init in enumerate(inits):
                    f = Function(f"reductions_{op.split('.')[1]}_{t}_{size}_{n}")
                    x = f.argument(sizes.shape("ab"), t)
                    yield f.generic([x], ["(d0, d1)"], "(d0)", sizes.shape("a"), t, "pr", f.fill(init, sizes.shape("a"), t),
                                    [f"%r = {op} %out, %in0 : {t}", f"linalg.yield %r : {t}"])
                f = Function(f"reductions_{op.split('.')[1]}_{t}_{size}_into_argument")
                x, y = f.argument(sizes.shape("ab"), t), f.argument(sizes.shape("b"), t)
                yield f.generic([x], ["(d0, d1)"], "(d1)", sizes.shape("b"), t, "rp", y, [f"%r = {op} %in0, %out : {t}", f"linalg.yield %r : {t}"])


@family
def reductions_shapes():
    for size, sizes, t in variants():
        zero, e = "0.0" if t == "f32" else "0", "(d0, d1, d2)"
        for loops, out, dims in (("ppr", "(d0, d1)", "ab"), ("rpp", "(d2, d1)", "cb"), ("prp", "(d0, d2)", "ac"), ("rpr", "(d1)", "b"), ("rrr", "()", "")):
            f = Function(f"reductions_of_{loops}_{size}_{t}")
            x = f.argument(sizes.shape("abc"), t)
            yield f.generic([x], [e], out, sizes.shape(dims), t, loops, f.fill(zero, sizes.shape(dims), t), body_of(t, "add(out, multiply(in0, in0))"))
        f = Function(f"reductions_with_index_{size}_{t}")
        x = f.argument(sizes.shape("ab"), t)
        yield f.generic([x], ["(d0, d1)"], "(d0)", sizes.shape("a"), t, "pr", f.fill(zero, sizes.shape("a"), t), body_of(t, "add(out, multiply(in0, add(index0, index1)))"))
        f = Function(f"reductions_with_broadcast_{size}_{t}")
        x, y = f.argument(sizes.shape("ab"), t), f.argument(sizes.shape("a"), t)
        yield f.generic([x, y], ["(d0, d1)", "(d0)"], "(d0)", sizes.shape("a"), t, "pr", f.fill(zero, sizes.shape("a"), t), body_of(t, "add(subtract(in0, in1), out)"))
        f = Function(f"reductions_of_index_only_{size}_{t}")
        x = f.argument(sizes.shape("a"), t)
        yield f.generic([x], ["(d0)"], "()", [], t, "r", f.fill(zero, [], t), body_of(t, "add(out, multiply(index0, index0))"))
        f = Function(f"reductions_unknown_{size}_{t}")
        x = f.argument(sizes.shape("ab"), t)
        yield f.generic([x], ["(d0, d1)"], "(d0)", sizes.shape("a"), t, "pr", f.fill(zero, sizes.shape("a"), t), body_of(t, "subtract(in0, out)"))
        f = Function(f"reductions_clamped_{size}_{t}")
        x = f.argument(sizes.shape("ab"), t)
        yield f.generic([x], ["(d0, d1)"], "(d0)", sizes.shape("a"), t, "pr", f.fill(zero, sizes.shape("a"), t), body_of(t, "maximum(add(out, in0), in0)"))
        f = Function(f"reductions_two_sums_{size}_{t}")
        x = f.argument(sizes.shape("ab"), t)
        yield f.generics([x], ["(d0, d1)"], ["(d0)", "(d0)"], [sizes.shape("a")] * 2, t, "pr", [f.fill(zero, sizes.shape("a"), t), f.fill(zero, sizes.shape("a"), t)],
                         body_of(t, "add(out0, in0)", "add(out1, multiply(in0, in0))"))
        f = Function(f"reductions_two_kinds_{size}_{t}")
        x = f.argument(sizes.shape("ab"), t)
        yield f.generics([x], ["(d0, d1)"], ["(d0)", "(d0)"], [sizes.shape("a")] * 2, t, "pr", [f.fill(zero, sizes.shape("a"), t), f.fill(zero, sizes.shape("a"), t)],
                         body_of(t, "add(out0, in0)", "maximum(out1, in0)"))
        f = Function(f"reductions_of_two_shapes_{size}_{t}")
        x = f.argument(sizes.shape("ab"), t)
        yield f.generics([x], ["(d0, d1)"], ["(d0)", "(d0, d1)"], [sizes.shape("a"), sizes.shape("ab")], t, "pr",
                         [f.fill(zero, sizes.shape("a"), t), f.empty(sizes.shape("ab"), t)], body_of(t, "add(out0, in0)", "multiply(in0, in0)"))


@family
def reductions_argmax():
    for size, sizes, t in variants():
        for largest in ("largest", "smallest"):
            word = "gt" if largest == "largest" else "lt"
            compare = (f"arith.cmpf o{word},", "arith.cmpf oeq,") if t == "f32" else (f"arith.cmpi s{word},", "arith.cmpi eq,")
            low = {("f32", "gt"): "0xFF800000", ("f32", "lt"): "0x7F800000", ("i32", "gt"): "-2147483648", ("i32", "lt"): "2147483647"}[t, word]
            for loops, out, dims in (("pr", "(d0)", "a"), ("rp", "(d1)", "b")):
                f = Function(f"reductions_arg_{largest}_{loops}_{size}_{t}")
                x, i = f.argument(sizes.shape("ab"), t), f.argument(sizes.shape("ab"), "i32")
                shape = sizes.shape(dims)
                yield f.generics([x, i], ["(d0, d1)", "(d0, d1)"], [out, out], [shape, shape], t, loops, [f.fill(low, shape, t), f.fill("0", shape, "i32")],
                                 [f"%g = {compare[0]} %in0, %out0 : {t}", f"%e = {compare[1]} %in0, %out0 : {t}", "%l = arith.cmpi slt, %in1, %out1 : i32",
                                  "%b = arith.andi %e, %l : i1", "%c = arith.ori %g, %b : i1", f"%v = arith.select %g, %in0, %out0 : {t}",
                                  "%n = arith.select %c, %in1, %out1 : i32", f"linalg.yield %v, %n : {t}, i32"], types=[t, "i32"])


# ---------------------------------------------------------------- contractions

@family
def contractions_products():
    cases = {
        "matmul": ("(d0, d2)", "ac", "(d2, d1)", "cb", "(d0, d1)", "ab", "ppr"),
        "transposed": ("(d2, d0)", "ca", "(d1, d2)", "bc", "(d1, d0)", "ba", "ppr"),
        "batch": ("(d0, d1, d3)", "abd", "(d0, d3, d2)", "adc", "(d0, d1, d2)", "abc", "pppr"),
        "batch_inside": ("(d1, d3, d0)", "bda", "(d2, d0, d3)", "cad", "(d1, d2, d0)", "bca", "pppr"),
        "two_sums": ("(d0, d2, d3)", "acd", "(d3, d1, d2)", "dbc", "(d0, d1)", "ab", "pprr"),
        "outer": ("(d0)", "a", "(d1)", "b", "(d0, d1)", "ab", "pp"),
        "inner": ("(d0)", "a", "(d0)", "a", "()", "", "r"),
        "vector": ("(d0, d1)", "ab", "(d1)", "b", "(d0)", "a", "pr"),
        "one_wide": ("(d0, d2)", "1c", "(d2, d1)", "cb", "(d0, d1)", "1b", "ppr"),
    }
    for case, (left, l, right, r, out, o, loops) in cases.items():
        for size, sizes, t in variants(("f32", "i32", "complex<f32>", "bf16") if case == "matmul" else ("f32", "i32")):
            zero = {"f32": "0.0", "bf16": "0.0", "i32": "0"}.get(t)
            f = Function(f"contractions_{case}_{size}_{t.replace('<', '_').replace('>', '')}")
            x, y = f.argument(sizes.shape(l), t), f.argument(sizes.shape(r), t)
            init = f.fill(zero, sizes.shape(o), t)
            yield f.generic([x, y], [left, right], out, sizes.shape(o), t, loops, init, body_of(t, "add(out, multiply(in0, in1))"))
    for size, sizes, t in variants():
        f = Function(f"contractions_into_argument_{size}_{t}")
        x, y, z = f.argument(sizes.shape("ac"), t), f.argument(sizes.shape("cb"), t), f.argument(sizes.shape("ab"), t)
        yield f.generic([x, y], ["(d0, d2)", "(d2, d1)"], "(d0, d1)", sizes.shape("ab"), t, "ppr", z, body_of(t, "add(out, multiply(in0, in1))"))
        f = Function(f"contractions_of_itself_{size}_{t}")
        x = f.argument(sizes.shape("ab"), t)
        yield f.generic([x, x], ["(d0, d2)", "(d1, d2)"], "(d0, d1)", [sizes.a, sizes.a], t, "ppr", f.fill("0.0" if t == "f32" else "0", [sizes.a, sizes.a], t),
                        body_of(t, "add(out, multiply(in0, in1))"))
        f = Function(f"contractions_of_three_{size}_{t}")
        x, y, z = f.argument(sizes.shape("ac"), t), f.argument(sizes.shape("cb"), t), f.argument(sizes.shape("c"), t)
        yield f.generic([x, y, z], ["(d0, d2)", "(d2, d1)", "(d2)"], "(d0, d1)", sizes.shape("ab"), t, "ppr", f.fill("0.0" if t == "f32" else "0", sizes.shape("ab"), t),
                        body_of(t, "add(out, multiply(multiply(in0, in1), in2))"))
        f = Function(f"contractions_least_sum_{size}_{t}")  # of a shortest path
        x, y = f.argument(sizes.shape("ac"), t), f.argument(sizes.shape("cb"), t)
        yield f.generic([x, y], ["(d0, d2)", "(d2, d1)"], "(d0, d1)", sizes.shape("ab"), t, "ppr", f.fill("50.0" if t == "f32" else "50", sizes.shape("ab"), t),
                        body_of(t, "minimum(out, add(in0, in1))"))


# ---------------------------------------------------------------- windows

@family
def windows_convolutions():
    for out, taps, stride, dilation in ((6, 3, 1, 1), (12, 2, 2, 1), (6, 3, 2, 1), (6, 2, 1, 2), (5, 3, 1, 1), (7, 2, 3, 1), (8, 3, 1, 2), (12, 1, 2, 1)):
        extent = stride * (out - 1) + dilation * (taps - 1) + 1
        for t in ("f32", "i32"):
            zero, name = "0.0" if t == "f32" else "0", f"{out}_{taps}_{stride}_{dilation}_{t}"
            for low, high in ((0, 0), (1, 1), (2, 0), (0, 1)):
                if extent - low - high < 1:
                    continue
                f = Function(f"windows_conv_{name}_{low}_{high}")
                x, w = f.argument([2, extent - low - high, 3], t), f.argument([taps, 3, 4], t)
                x = f.pad(x, [0, low, 0], [0, high, 0], zero) if low or high else x
                yield f.generic([x, w], [f"(d0, d1 * {stride} + d3 * {dilation}, d4)", "(d3, d4, d2)"], "(d0, d1, d2)", [2, out, 4], t, "ppprr",
                                f.fill(zero, [2, out, 4], t), body_of(t, "add(out, multiply(in0, in1))"))
            f = Function(f"windows_pool_{name}")
            lowest = "0xFF800000" if t == "f32" else "-2147483648"
            x = f.pad(f.argument([2, max(extent - 1, 1), 3], t), [0, min(extent - 1, 1), 0], [0, 0, 0], lowest)
            yield f.generic([x, f.empty([taps], t)], [f"(d0, d1 * {stride} + d3 * {dilation}, d2)", "(d3)"], "(d0, d1, d2)", [2, out, 3], t, "pppr",
                            f.fill(lowest, [2, out, 3], t), body_of(t, "maximum(out, in0)"))
            f = Function(f"windows_depthwise_{name}")
            x, w = f.argument([2, extent, 3], t), f.argument([taps, 3], t)
            yield f.generic([x, w], [f"(d0, d1 * {stride} + d3 * {dilation}, d2)", "(d3, d2)"], "(d0, d1, d2)", [2, out, 3], t, "pppr",
                            f.fill(zero, [2, out, 3], t), body_of(t, "add(out, multiply(in0, in1))"))
            f = Function(f"windows_gradient_{name}")  # of a kernel: a wide window
            x, g = f.argument([2, extent, 3], t), f.argument([2, out, 4], t)
            yield f.generic([x, g], [f"(d3, d0 * {dilation} + d4 * {stride}, d1)", "(d3, d4, d2)"], "(d0, d1, d2)", [taps, 3, 4], t, "ppprr",
                            f.fill(zero, [taps, 3, 4], t), body_of(t, "add(out, multiply(in0, in1))"))


EXCHANGED = ", test.exchange"  # by messages between neighbours, whatever they cost


@family
def windows_exchanged():
    for out, taps, stride, dilation in ((6, 3, 1, 1), (7, 2, 2, 1), (5, 3, 2, 2)):
        extent = stride * (out - 1) + dilation * (taps - 1) + 1
        name = f"{out}_{taps}_{stride}_{dilation}"
        for low, high in ((0, 0), (1, 1), (3, 0)):
            if extent - low - high < 2:
                continue
            f = Function(f"windows_exchanged_conv_{name}_{low}_{high}")
            x, w = f.argument([2, extent - low - high, 3], "f32"), f.argument([taps, 3, 2], "f32")
            x = f.pad(x, [0, low, 0], [0, high, 0], "0.0") if low or high else x
            yield f.generic([x, w], [f"(d0, d1 * {stride} + d3 * {dilation}, d4)", "(d3, d4, d2)"], "(d0, d1, d2)", [2, out, 2], "f32", "ppprr",
                            f.fill("0.0", [2, out, 2], "f32"), body_of("f32", "add(out, multiply(in0, in1))"), EXCHANGED)
        f = Function(f"windows_exchanged_pool_{name}")
        x = f.pad(f.argument([2, max(extent - 1, 1)], "f32"), [0, min(extent - 1, 1)], [0, 0], "0xFF800000")
        yield f.generic([x, f.empty([taps], "f32")], [f"(d0, d1 * {stride} + d2 * {dilation})", "(d2)"], "(d0, d1)", [2, out], "f32", "ppr",
                        f.fill("0xFF800000", [2, out], "f32"), body_of("f32", "maximum(out, in0)"), EXCHANGED)
        f = Function(f"windows_exchanged_place_{name}")  # where something is, as select_and_scatter asks
        x = f.pad(f.argument([2, max(extent - 1, 1)], "i32"), [0, min(extent - 1, 1)], [0, 0], "0")
        yield f.generics([x, f.empty([taps], "i32")], [f"(d0, d1 * {stride} + d2 * {dilation})", "(d2)"], ["(d0, d1)"] * 2, [[2, out]] * 2, "i32", "ppr",
                         [f.fill("-100", [2, out], "i32"), f.fill("-1", [2, out], "i32")],
                         ["%g = arith.cmpi sgt, %in0, %out0 : i32", "%p = linalg.index 1 : index", "%k = linalg.index 2 : index", "%n = arith.constant 100 : index",
                          "%q = arith.muli %p, %n : index", "%s = arith.addi %q, %k : index", "%i = arith.index_cast %s : index to i32",
                          "%v = arith.select %g, %in0, %out0 : i32", "%w = arith.select %g, %i, %out1 : i32", "linalg.yield %v, %w : i32, i32"],
                         types=["i32", "i32"], attributes=EXCHANGED)
        for pad in (0, 1):
            f = Function(f"windows_exchanged_gradient_{name}_{pad}")  # of a kernel: parts of a sum
            x, g = f.argument([2, max(extent - 2 * pad, 1), 3], "f32"), f.argument([2, out, 2], "f32")
            x = f.pad(x, [0, pad, 0], [0, extent - pad - x.shape[1], 0], "0.0") if extent != x.shape[1] else x
            yield f.generic([x, g], [f"(d3, d0 * {dilation} + d4 * {stride}, d1)", "(d3, d4, d2)"], "(d0, d1, d2)", [taps, 3, 2], "f32", "ppprr",
                            f.fill("0.0", [taps, 3, 2], "f32"), body_of("f32", "add(out, multiply(in0, in1))"), EXCHANGED)


@family
def windows_dilated():
    for size, taps, by, low, high in ((6, 3, 2, 1, 1), (4, 3, 3, 2, 0), (7, 3, 2, 0, 0), (5, 4, 3, 1, 3)):
        for t, attributes in (("f32", EXCHANGED), ("i32", "")):
            zero, name = "0.0" if t == "f32" else "0", f"{size}_{taps}_{by}_{low}_{high}_{t}{'_x' if attributes else ''}"
            out = (size - 1) * by + 1 + low + high - taps + 1
            f = Function(f"windows_transposed_{name}")  # the gradient of an image
            x, w = f.argument([2, size, 3], t), f.argument([taps, 3, 2], t)
            x = f.dilate(x, 1, by, zero)
            x = f.pad(x, [0, low, 0], [0, high, 0], zero) if low or high else x
            yield f.generic([x, w], ["(d0, d1 + d3, d4)", "(d3, d4, d2)"], "(d0, d1, d2)", [2, out, 2], t, "ppprr",
                            f.fill(zero, [2, out, 2], t), body_of(t, "add(out, multiply(in0, in1))"), attributes)
    for by in (1, 2):
        f = Function(f"windows_of_groups_{by}")
        x, w = f.argument([2, 6, 6], "f32"), f.argument([3, 2, 3, 2], "f32")
        x = f.dilate(x, 1, 2, "0.0") if by == 2 else x
        x = f.split(f.pad(x, [0, 1, 0], [0, 1, 0], "0.0"), 2, 3)
        out = x.shape[1] - 2
        yield f.generic([x, w], ["(d0, d1 + d4, d2, d5)", "(d4, d5, d2, d3)"], "(d0, d1, d2, d3)", [2, out, 3, 2], "f32", "pppprr",
                        f.fill("0.0", [2, out, 3, 2], "f32"), body_of("f32", "add(out, multiply(in0, in1))"), EXCHANGED)


@family
def windows_planes():
    for h, w, kh, kw, sh, sw in ((6, 6, 3, 3, 1, 1), (6, 4, 2, 2, 2, 2), (5, 6, 3, 1, 1, 2)):
        eh, ew = sh * (h - 1) + kh, sw * (w - 1) + kw
        for ph, pw in ((0, 0), (1, 1)):
            f = Function(f"windows_plane_{h}_{w}_{kh}_{kw}_{sh}_{sw}_{ph}")
            x, k = f.argument([2, eh - 2 * ph, ew - 2 * pw, 2], "f32"), f.argument([kh, kw, 2, 2], "f32")
            x = f.pad(x, [0, ph, pw, 0], [0, ph, pw, 0], "0.0") if ph or pw else x
            yield f.generic([x, k], [f"(d0, d1 * {sh} + d4, d2 * {sw} + d5, d6)", "(d4, d5, d6, d3)"], "(d0, d1, d2, d3)", [2, h, w, 2], "f32", "pppprrr",
                            f.fill("0.0", [2, h, w, 2], "f32"), body_of("f32", "add(out, multiply(in0, in1))"))
    for low, high in ((1, 1), (2, 0)):
        f = Function(f"windows_of_padded_batch_{low}")
        x, k = f.argument([6 - low - high, 6, 2], "f32"), f.argument([3, 2, 2], "f32")
        x = f.pad(x, [low, 1, 0], [high, 1, 0], "0.0")
        yield f.generic([x, k], ["(d0, d1 + d3, d4)", "(d3, d4, d2)"], "(d0, d1, d2)", [6, 6, 2], "f32", "ppprr",
                        f.fill("0.0", [6, 6, 2], "f32"), body_of("f32", "add(out, multiply(in0, in1))"))
    for h, w in ((6, 6), (5, 7)):
        f = Function(f"windows_of_two_loops_{h}_{w}")  # no window: both loops index, each as far as the other
        x = f.argument([h + w - 1], "i32")
        yield f.generic([x], ["(d0 + d1)"], "(d0, d1)", [h, w], "i32", "pp", f.empty([h, w], "i32"), body_of("i32", "multiply(in0, in0)"))


# ---------------------------------------------------------------- reshapes

@family
def reshapes_all():
    cases = [([6, 12], [[0, 1]], [72]), ([4, 3, 2], [[0, 1, 2]], [24]), ([6, 5, 4], [[0], [1, 2]], [6, 20]), ([5, 7], [[0, 1]], [35]), ([2, 6, 3, 4], [[0, 1], [2, 3]], [12, 12]),
             ([1, 6, 1], [[0, 1, 2]], [6]), ([3, 1, 5], [[0, 1], [2]], [3, 5]), ([2, 3], [[0, 1]], [6]), ([12, 1], [[0, 1]], [12]), ([2, 2, 6], [[0, 1, 2]], [24]), ([7, 6], [[0, 1]], [42])]
    for wide, groups, narrow in cases:
        for t in ("f32", "i32"):
            name = "x".join(map(str, wide)) + "_" + "x".join(map(str, narrow)) + f"_{t}"
            f = Function(f"reshapes_collapse_{name}")
            x = f.argument(wide, t)
            yield f.op(f"tensor.collapse_shape {x.name} {groups} : {x.type} into {tensor(narrow, t)}", narrow, t)
            f = Function(f"reshapes_expand_{name}")
            x = f.argument(narrow, t)
            yield f.op(f"tensor.expand_shape {x.name} {groups} output_shape {wide} : {x.type} into {tensor(wide, t)}", wide, t)
    for t in ("f32", "i32"):
        f = Function(f"reshapes_collapse_to_scalar_{t}")
        x = f.argument([1, 1], t)
        yield f.op(f"tensor.collapse_shape {x.name} [] : {x.type} into tensor<{t}>", [], t)
        f = Function(f"reshapes_expand_scalar_{t}")
        x = f.argument([], t)
        yield f.op(f"tensor.expand_shape {x.name} [] output_shape [1, 1] : {x.type} into tensor<1x1x{t}>", [1, 1], t)


# ---------------------------------------------------------------- slices

@family
def slices_extract():
    for size, sizes, t in variants():
        a, b = sizes.a, sizes.b
        cases = {"prefix": ([0, 0], [a - 1, b], [1, 1]), "suffix": ([1, 0], [a - 1, b], [1, 1]), "middle": ([0, 1], [a, b - 2], [1, 1]),
                 "every_second": ([0, 0], [(a + 1) // 2, b], [2, 1]), "odd": ([1, 0], [a // 2, b], [2, 1]), "third": ([0, 1], [a, (b + 1) // 3], [1, 3]),
                 "all": ([0, 0], [a, b], [1, 1]), "corner": ([1, 1], [a - 1, b - 1], [1, 1]), "row": ([a // 2, 0], [1, b], [1, 1]), "last": ([a - 1, 0], [1, b], [1, 1])}
        for case, (offsets, extents, strides) in cases.items():
            if min(extents) < 1:
                continue
            f = Function(f"slices_{case}_{size}_{t}")
            x = f.argument([a, b], t)
            yield f.op(f"tensor.extract_slice {x.name}{offsets} {extents} {strides} : {x.type} to {tensor(extents, t)}", extents, t)
        f = Function(f"slices_rank_reduced_{size}_{t}")
        x = f.argument(sizes.shape("abc"), t)
        yield f.op(f"tensor.extract_slice {x.name}[0, 1, 0] [{a}, 1, {sizes.c}] [1, 1, 1] : {x.type} to {tensor(sizes.shape('ac'), t)}", sizes.shape("ac"), t)
        f = Function(f"slices_one_element_{size}_{t}")
        x = f.argument([a, b], t)
        yield f.op(f"tensor.extract_slice {x.name}[{a - 1}, 1] [1, 1] [1, 1] : {x.type} to tensor<{t}>", [], t)


@family
def slices_insert():
    for size, sizes, t in variants():
        a, b = sizes.a, sizes.b
        cases = {"prefix": ([0, 0], [a - 1, b], [1, 1]), "suffix": ([1, 0], [a - 1, b], [1, 1]), "middle": ([0, 1], [a, b - 2], [1, 1]),
                 "all": ([0, 0], [a, b], [1, 1]), "every_second": ([0, 0], [(a + 1) // 2, b], [2, 1])}
        for case, (offsets, extents, strides) in cases.items():
            if min(extents) < 1:
                continue
            f = Function(f"slices_insert_{case}_{size}_{t}")
            x, y = f.argument(extents, t), f.argument([a, b], t)
            yield f.op(f"tensor.insert_slice {x.name} into {y.name}{offsets} {extents} {strides} : {x.type} into {y.type}", [a, b], t)
            f = Function(f"slices_insert_{case}_into_fill_{size}_{t}")
            x, y = f.argument(extents, t), f.fill("7.0" if t == "f32" else "7", [a, b], t)
            yield f.op(f"tensor.insert_slice {x.name} into {y.name}{offsets} {extents} {strides} : {x.type} into {y.type}", [a, b], t)
        f = Function(f"slices_insert_row_{size}_{t}")
        x, y = f.argument(sizes.shape("ac"), t), f.argument(sizes.shape("abc"), t)
        yield f.op(f"tensor.insert_slice {x.name} into {y.name}[0, 1, 0] [{a}, 1, {sizes.c}] [1, 1, 1] : {x.type} into {y.type}", sizes.shape("abc"), t)


@family
def slices_pad_and_concat():
    for size, sizes, t in variants():
        a, b = sizes.a, sizes.b
        value = "2.0" if t == "f32" else "2"
        for low, high in (([1, 0], [0, 0]), ([0, 0], [0, 2]), ([1, 2], [3, 1]), ([0, a], [0, 0]), ([0, 0], [0, 0])):
            f = Function(f"slices_pad_{''.join(map(str, low + high))}_{size}_{t}")
            f.result = f.pad(f.argument([a, b], t), low, high, value)
            yield f
        for dim in (0, 1):
            f = Function(f"slices_concat_{dim}_{size}_{t}")
            shapes = [[a, b] for _ in range(3)]
            shapes[1][dim], shapes[2][dim] = 1, shapes[2][dim] + 2
            parts = [f.argument(s, t) for s in shapes]
            out = [a, b]
            out[dim] = sum(s[dim] for s in shapes)
            yield f.op(f"tensor.concat dim({dim}) {', '.join(p.name for p in parts)} : ({', '.join(p.type for p in parts)}) -> {tensor(out, t)}", out, t)
            f = Function(f"slices_concat_twice_{dim}_{size}_{t}")
            x = f.argument([a, b], t)
            out = [a, b]
            out[dim] *= 2
            yield f.op(f"tensor.concat dim({dim}) {x.name}, {x.name} : ({x.type}, {x.type}) -> {tensor(out, t)}", out, t)


# ---------------------------------------------------------------- sources

@family
def sources_all():
    for size, sizes, t in variants():
        shape, e = sizes.shape("ab"), "(d0, d1)"
        value = "3.0" if t == "f32" else "3"
        f = Function(f"sources_fill_{size}_{t}")
        f.result = f.fill(value, shape, t)
        yield f
        f = Function(f"sources_fill_of_argument_{size}_{t}")
        x = f.argument([], t)
        s = f.line(f"tensor.extract {x.name}[] : {x.type}")
        yield f.op(f"linalg.fill ins({s} : {t}) outs({f.empty(shape, t).name} : {tensor(shape, t)}) -> {tensor(shape, t)}", shape, t)
        f = Function(f"sources_empty_{size}_{t}", "tensor.empty")
        x = f.argument(shape, t)
        yield f.generic([x], [e], e, shape, t, "pp", f.empty(shape, t), body_of(t, "add(in0, in0)"))
        f = Function(f"sources_splat_{size}_{t}")
        s = f.line(f"arith.constant {value} : {t}")
        yield f.op(f"tensor.splat {s} : {tensor(shape, t)}", shape, t)
        f = Function(f"sources_splat_of_argument_{size}_{t}")
        x = f.argument([], t)
        s = f.line(f"tensor.extract {x.name}[] : {x.type}")
        yield f.op(f"tensor.splat {s} : {tensor(shape, t)}", shape, t)
        f = Function(f"sources_splat_constant_{size}_{t}")
        yield f.op(f"arith.constant dense<{value}> : {tensor(shape, t)}", shape, t)
        f = Function(f"sources_constant_{size}_{t}")
        rows = [[(i * 7 + j * 3) % 11 - 5 for j in range(shape[1])] for i in range(shape[0])]
        text = str([[float(v) for v in row] for row in rows] if t == "f32" else rows)
        yield f.op(f"arith.constant dense<{text}> : {tensor(shape, t)}", shape, t)
        f = Function(f"sources_from_elements_{size}_{t}")
        x = f.argument([], t)
        s = f.line(f"tensor.extract {x.name}[] : {x.type}")
        c = f.line(f"arith.constant {value} : {t}")
        yield f.op(f"tensor.from_elements {', '.join([s, c] * (shape[0] // 2) + [c] * (shape[0] % 2))} : {tensor(shape[:1], t)}", shape[:1], t)
        f = Function(f"sources_element_{size}_{t}", "tensor.extract")
        x = f.argument(shape, t)
        i, j = (f.line(f"arith.constant {n} : index") for n in (shape[0] - 1, 1))
        s = f.line(f"tensor.extract {x.name}[{i}, {j}] : {x.type}")
        yield f.op(f"tensor.from_elements {s}, {s} : tensor<2x{t}>", [2], t)


# ---------------------------------------------------------------- indexed

def region(kind, t):
    return "{ ^bb0(%old: " + t + ", %new: " + t + "): " + {
        "add": f"%0 = arith.add{'f' if t == 'f32' else 'i'} %old, %new : {t} linalgx.yield %0 : {t}",
        "maximum": f"%0 = arith.max{'imumf' if t == 'f32' else 'si'} %old, %new : {t} linalgx.yield %0 : {t}",
        "replace": f"linalgx.yield %new : {t}"}[kind] + " }"


GATHERS = {  # dims, operand, indices, slice sizes, result; A is the number of index vectors
    "rows": ("offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1", "ab", "d1", "1b", "db"),
    "columns": ("offsetDims = [0], collapsedSliceDims = [1], startIndexMap = [1], indexVectorDim = 1", "ab", "d1", "a1", "ad"),
    "implicit": ("offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1", "ab", "d", "1b", "db"),
    "kept_one": ("offsetDims = [1, 2], startIndexMap = [0], indexVectorDim = 1", "ab", "d1", "1b", "d1b"),
    "windows": ("offsetDims = [1, 2], startIndexMap = [0], indexVectorDim = 1", "ab", "d1", "2b", "d2b"),
    "elements": ("collapsedSliceDims = [0, 1], startIndexMap = [0, 1], indexVectorDim = 1", "ab", "d2", "11", "d"),
    "swapped": ("collapsedSliceDims = [0, 1], startIndexMap = [1, 0], indexVectorDim = 0", "ab", "2d", "11", "d"),
    "grid": ("offsetDims = [2], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 2", "ab", "dc1", "1b", "dcb"),
    "batched": ("collapsedSliceDims = [1], operandBatchingDims = [0], startIndicesBatchingDims = [0], startIndexMap = [1], indexVectorDim = 2", "ab", "ac1", "11", "ac"),
    "batched_rows": ("offsetDims = [2], collapsedSliceDims = [1], operandBatchingDims = [0], startIndicesBatchingDims = [1], startIndexMap = [1], indexVectorDim = 2",
                     "acb", "da1", "11b", "dab"),
}


@family
def indexed_gather_and_scatter():
    for size, sizes, t in variants():
        for case, (dims, operand, indices, slices, result) in GATHERS.items():
            for unsigned in ("", " unsigned_indices") if case == "rows" else ("",):
                f = Function(f"indexed_gather_{case}{'_unsigned' if unsigned else ''}_{size}_{t}")
                x, i = f.argument(sizes.shape(operand), t), f.argument(sizes.shape(indices), "i32")
                out = sizes.shape(result)
                yield f.op(f"linalgx.gather {x.name} at {i.name} <{dims}> sizes {sizes.shape(slices)}{unsigned} : ({x.type}, {i.type}) -> {tensor(out, t)}", out, t)
            for kind in ("add", "maximum", "replace"):
                for target in ("argument", "zero"):
                    if kind != "add" and (size != "uneven" or target == "zero"):
                        continue
                    f = Function(f"indexed_scatter_{kind}_{case}_{target}_{size}_{t}")
                    u, i = f.argument(sizes.shape(result), t), f.argument(sizes.shape(indices), "i32")
                    x = f.argument(sizes.shape(operand), t) if target == "argument" else f.fill("0.0" if t == "f32" else "0", sizes.shape(operand), t)
                    yield f.op(f"linalgx.scatter ins({i.name}, {u.name} : {i.type}, {u.type}) outs({x.name} : {x.type}) <{dims}> {region(kind, t)} -> {x.type}", x.shape, t)
        f = Function(f"indexed_scatter_unique_{size}_{t}")
        n = sizes.a
        i = f.line(f"arith.constant dense<{[[2 * k + 1] for k in range(n)]}> : tensor<{n}x1xi32>")
        u, x = f.argument([n, sizes.b], t), f.fill("0.0" if t == "f32" else "0", [2 * n + 1, sizes.b], t)
        yield f.op(f"linalgx.scatter ins({i}, {u.name} : tensor<{n}x1xi32>, {u.type}) outs({x.name} : {x.type}) <{GATHERS['rows'][0]}> unique_indices {region('replace', t)} -> {x.type}",
                   x.shape, t)


@family
def indexed_dynamic():
    for size, sizes, t in variants():
        a, b = sizes.a, sizes.b
        for case, part in (("row", [1, b]), ("element", [1, 1]), ("window", [2, b]), ("column", [a, 1]), ("all", [a, b]), ("both", [a - 1, b - 1])):
            for constants in (None, (0, 1), (a, b), (-3, b - 1)):
                if min(part) < 1 or (constants and size == "tiny"):
                    continue
                name = f"{case}_{'at_' + '_'.join(map(str, constants)).replace('-', 'm') if constants else 'anywhere'}_{size}_{t}"
                f = Function(f"indexed_slice_{name}")
                x = f.argument([a, b], t)
                starts = f.starts(2, constants)
                yield f.op(f"linalgx.dynamic_slice {x.name}[{starts}] : {x.type} -> {tensor(part, t)}", part, t)
                f = Function(f"indexed_update_{name}")
                u, x = f.argument(part, t), f.argument([a, b], t)
                starts = f.starts(2, constants)
                yield f.op(f"linalgx.dynamic_update_slice {u.name} into {x.name}[{starts}] : {u.type} into {x.type}", [a, b], t)
        f = Function(f"indexed_update_of_fill_{size}_{t}")
        u, x = f.argument([1, b], t), f.fill("4.0" if t == "f32" else "4", [a, b], t)
        starts = f.starts(2, None)
        yield f.op(f"linalgx.dynamic_update_slice {u.name} into {x.name}[{starts}] : {u.type} into {x.type}", [a, b], t)


@family
def indexed_sort_and_barrier():
    for size, sizes, t in variants():
        compare = "arith.cmpf olt," if t == "f32" else "arith.cmpi slt,"
        for dim in (0, 1):
            f = Function(f"indexed_sort_{dim}_{size}_{t}")
            x = f.argument(sizes.shape("ab"), t)
            yield f.op(f"linalgx.sort({x.name}) dim {dim} : ({x.type}) -> ({x.type}) {{ ^bb0(%a: {t}, %b: {t}): %0 = {compare} %a, %b : {t} linalgx.yield %0 : i1 }}", x.shape, t)
            f = Function(f"indexed_sort_pairs_{dim}_{size}_{t}")
            x, y = f.argument(sizes.shape("ab"), t), f.argument(sizes.shape("ab"), "i32")
            yield f.ops(f"linalgx.sort({x.name}, {y.name}) dim {dim} : ({x.type}, {y.type}) -> ({x.type}, {y.type})"
                        f" {{ ^bb0(%a: {t}, %b: {t}, %c: i32, %d: i32): %0 = {compare} %b, %a : {t} linalgx.yield %0 : i1 }}", [x.shape, y.shape], [t, "i32"])
            plus = "arith.addf" if t == "f32" else "arith.addi"
            for reverse in ("", " reverse"):
                f = Function(f"indexed_scan_{dim}{reverse.replace(' ', '_')}_{size}_{t}")
                x = f.argument(sizes.shape("ab"), t)
                yield f.op(f"linalgx.scan({x.name}) dim {dim}{reverse} : ({x.type}) -> ({x.type}) {{ ^bb0(%a: {t}, %b: {t}): %0 = {plus} %a, %b : {t} linalgx.yield %0 : {t} }}", x.shape, t)
        f = Function(f"indexed_barrier_{size}_{t}")
        x, y = f.argument(sizes.shape("ab"), t), f.argument(sizes.shape("b"), "i32")
        yield f.ops(f"linalgx.barrier {x.name}, {y.name} : {x.type}, {y.type} -> {x.type}, {y.type}", [x.shape, y.shape], [t, "i32"])


# ---------------------------------------------------------------- control flow

@family
def foreign_calls():
    for size, sizes, t in variants(("f32",)):
        f = Function(f"foreign_product_{size}_{t}")
        x, y = f.argument(sizes.shape("ab"), t), f.argument(sizes.shape("bc"), t)
        yield f.op(f'linalgx.foreign_call "test.product"({x.name}, {y.name}) loops <operands = [[0, 1], [1, 2]], results = [[0, 2]], summed = [1]>'
                   f" : ({x.type}, {y.type}) -> {tensor(sizes.shape('ac'), t)}", sizes.shape("ac"), t)
        f = Function(f"foreign_shares_{size}_{t}")
        x = f.argument(sizes.shape("ab"), t)
        yield f.ops(f'linalgx.foreign_call "test.shares"({x.name}) loops <operands = [[0, -1]], results = [[0, -1], [0]]>'
                    f" : ({x.type}) -> ({x.type}, {tensor(sizes.shape('a'), t)})", [sizes.shape("ab"), sizes.shape("a")], [t, t])


@family
def control_flow():
    for size, sizes, t in variants():
        shape, matrix = sizes.shape("ab"), tensor(sizes.shape("ab"), t)
        plus = "arith.addf" if t == "f32" else "arith.addi"
        e = "affine_map<(d0, d1) -> (d0, d1)>"

        def sum_of(x, y, name):
            return (f"%{name}_e = tensor.empty() : {matrix} %{name} = linalg.generic {{indexing_maps = [{e}, {e}, {e}], iterator_types = [\"parallel\", \"parallel\"]}}"
                    f" ins({x}, {y} : {matrix}, {matrix}) outs(%{name}_e : {matrix}) {{ ^bb0(%p: {t}, %q: {t}, %o: {t}): %s = {plus} %p, %q : {t} linalg.yield %s : {t} }} -> {matrix}")
        f = Function(f"control_for_{size}_{t}")
        x, y = f.argument(shape, t), f.argument(shape, t)
        zero, one, three = (f.line(f"arith.constant {n} : index") for n in (0, 1, 3))
        yield f.op(f"scf.for %i = {zero} to {three} step {one} iter_args(%c = {x.name}) -> ({matrix}) {{ {sum_of('%c', y.name, 'n')} scf.yield %n : {matrix} }}", shape, t)
        f = Function(f"control_for_swaps_{size}_{t}")
        x, y = f.argument(shape, t), f.argument(shape, t)
        zero, one, three = (f.line(f"arith.constant {n} : index") for n in (0, 1, 3))
        yield f.ops(f"scf.for %i = {zero} to {three} step {one} iter_args(%c = {x.name}, %d = {y.name}) -> ({matrix}, {matrix}) {{ {sum_of('%c', '%d', 'n')}"
                    f" scf.yield %d, %n : {matrix}, {matrix} }}", [shape, shape], [t, t])
        f = Function(f"control_for_never_{size}_{t}")
        x, y = f.argument(shape, t), f.argument(shape, t)
        zero, one = (f.line(f"arith.constant {n} : index") for n in (0, 1))
        yield f.op(f"scf.for %i = {zero} to {zero} step {one} iter_args(%c = {x.name}) -> ({matrix}) {{ {sum_of('%c', y.name, 'n')} scf.yield %n : {matrix} }}", shape, t)
        f = Function(f"control_for_writes_rows_{size}_{t}")
        x, y = f.argument(shape, t), f.argument([1, sizes.b], t)
        zero, one, end = (f.line(f"arith.constant {n} : index") for n in (0, 1, sizes.a))
        yield f.op(f"scf.for %i = {zero} to {end} step {one} iter_args(%c = {x.name}) -> ({matrix}) {{ %n = linalgx.dynamic_update_slice {y.name} into %c[%i, {zero}] : {y.type} into {matrix}"
                   f" scf.yield %n : {matrix} }}", shape, t)
        f = Function(f"control_while_{size}_{t}")
        x, y, limit = f.argument(shape, t), f.argument(shape, t), f.argument([], "i32")
        zero, one = (f.line(f"arith.constant {n} : i32") for n in (0, 1))
        end = f.line(f"tensor.extract {limit.name}[] : tensor<i32>")
        yield f.ops(f"scf.while (%c = {x.name}, %i = {zero}) : ({matrix}, i32) -> ({matrix}, i32) {{ %p = arith.cmpi slt, %i, {end} : i32 scf.condition(%p) %c, %i : {matrix}, i32 }} do {{"
                    f" ^bb0(%c: {matrix}, %i: i32): {sum_of('%c', y.name, 'n')} %j = arith.addi %i, {one} : i32 scf.yield %n, %j : {matrix}, i32 }}", [shape], [t], results=2)
        for taken in (0, 1):
            f = Function(f"control_if_{taken}_{size}_{t}")
            x, y = f.argument(shape, t), f.argument(shape, t)
            condition = f.line(f"arith.constant {'true' if taken else 'false'}")
            yield f.op(f"scf.if {condition} -> ({matrix}) {{ {sum_of(x.name, y.name, 'n')} scf.yield %n : {matrix} }} else {{ scf.yield {y.name} : {matrix} }}", shape, t)
        f = Function(f"control_if_of_argument_{size}_{t}")
        x, y, c = f.argument(shape, t), f.argument(shape, t), f.argument([], "i1")
        condition = f.line(f"tensor.extract {c.name}[] : tensor<i1>")
        yield f.op(f"scf.if {condition} -> ({matrix}) {{ scf.yield {x.name} : {matrix} }} else {{ {sum_of(x.name, y.name, 'n')} scf.yield %n : {matrix} }}", shape, t)
        f = Function(f"control_switch_{size}_{t}")
        x, y, c = f.argument(shape, t), f.argument(shape, t), f.argument([], "i32")
        word = f.line(f"tensor.extract {c.name}[] : tensor<i32>")
        index = f.line(f"arith.index_cast {word} : i32 to index")
        yield f.op(f"scf.index_switch {index} -> {matrix} case 0 {{ scf.yield {x.name} : {matrix} }} case 1 {{ {sum_of(x.name, y.name, 'n')} scf.yield %n : {matrix} }}"
                   f" default {{ scf.yield {y.name} : {matrix} }}", shape, t)


def main():
    families = sys.argv[1:] or sorted(FAMILIES)
    for name in families:
        for make in FAMILIES[name]:
            for function in make():
                print(function.text())


if __name__ == "__main__":
    main()
