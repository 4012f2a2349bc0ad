"""Text of functions in core ops: arguments, helpers, linalg.generic with its body as an expression."""
import re


class Sizes:
    """Extents by letter; digits are themselves."""

    def __init__(self, a, b, c, d):
        self.a, self.b, self.c, self.d = a, b, c, d

    def shape(self, letters):
        return [int(x) if x.isdigit() else getattr(self, x) for x in letters]


# Dividing by 2, 3, 4 and 6, by none of them, and less than the number of devices.
EVEN, UNEVEN, TINY = Sizes(6, 12, 18, 6), Sizes(5, 7, 4, 3), Sizes(2, 3, 2, 3)
LOOPS = {"p": "parallel", "r": "reduction"}


def tensor(shape, dtype):
    return "tensor<" + "".join(f"{n}x" for n in shape) + dtype + ">"


class Value:
    def __init__(self, name, shape, dtype):
        self.name, self.shape, self.dtype = name, list(shape), dtype

    @property
    def type(self):
        return tensor(self.shape, self.dtype)


OPS = {"f": {"add": "arith.addf", "subtract": "arith.subf", "multiply": "arith.mulf", "maximum": "arith.maximumf", "minimum": "arith.minimumf"},
       "i": {"add": "arith.addi", "subtract": "arith.subi", "multiply": "arith.muli", "maximum": "arith.maxsi", "minimum": "arith.minsi"},
       "c": {"add": "complex.add", "subtract": "complex.sub", "multiply": "complex.mul"}}


def body_of(dtype, *expressions):
    """The lines of a body that yields expressions such as add(out, multiply(in0, index1)). `out` is `out0`."""
    ops, lines = OPS["f" if dtype == "bf16" else dtype[0]], []

    def emit(text):
        lines.append(f"%b{len(lines)} = {text}")
        return lines[-1].split(" = ")[0]

    def read(text):
        found = re.fullmatch(r"(\w+)\((.*)\)", text)
        if found:
            depth, cut = 0, None
            for i, c in enumerate(found[2]):
                depth += (c == "(") - (c == ")")
                if c == "," and depth == 0:
                    cut = i
            return emit(f"{ops[found[1]]} {read(found[2][:cut])}, {read(found[2][cut + 1:].strip())} : {dtype}")
        if text.startswith("index"):
            word = emit(f"arith.index_cast {emit(f'linalg.index {text[5:]} : index')} : index to i32")
            return word if dtype == "i32" else emit(f"arith.sitofp {word} : i32 to {dtype}")
        return "%out0" if text == "out" else f"%{text}"
    yielded = [read(e) for e in expressions]
    return lines + [f"linalg.yield {', '.join(yielded)} : {', '.join([dtype] * len(yielded))}"]


class Function:
    """One function; `op` names the op that it shows, where that does not define the first result."""

    def __init__(self, name, op=None):
        self.name, self.op_name, self.arguments, self.lines, self.results, self.next = name, op, [], [], [], 0

    def argument(self, shape, dtype):
        self.arguments.append(Value(f"%arg{len(self.arguments)}", shape, dtype))
        return self.arguments[-1]

    def line(self, text, count=1):
        name = f"%v{self.next}"
        self.next += 1
        self.lines.append(f"{name}{f':{count}' if count > 1 else ''} = {text}")
        return name

    @property
    def result(self):
        return self.results[0]

    @result.setter
    def result(self, value):
        self.results = [value]

    # ------------------------------------------------------------ helpers
    def empty(self, shape, dtype):
        return Value(self.line(f"tensor.empty() : {tensor(shape, dtype)}"), shape, dtype)

    def fill(self, value, shape, dtype):
        """`value` None: zero of a complex type."""
        text = f"arith.constant {value}" + ("" if dtype == "i1" else f" : {dtype}")
        scalar = self.line(text if value is not None else f"complex.constant [0.0 : f32, 0.0 : f32] : {dtype}")
        empty = self.empty(shape, dtype)
        return Value(self.line(f"linalg.fill ins({scalar} : {dtype}) outs({empty.name} : {empty.type}) -> {empty.type}"), shape, dtype)

    def pad(self, value, low, high, padding):
        shape = [n + l + h for n, l, h in zip(value.shape, low, high)]
        scalar = self.line(f"arith.constant {padding} : {value.dtype}")
        indices = ", ".join(f"%i{d}: index" for d in range(len(shape)))
        return Value(self.line(f"tensor.pad {value.name} low{low} high{high} {{ ^bb0({indices}): tensor.yield {scalar} : {value.dtype} }} : {value.type} to {tensor(shape, value.dtype)}"),
                     shape, value.dtype)

    def dilate(self, value, dim, by, padding):
        """`by` - 1 padding elements between any two of dimension `dim`."""
        rows, rank = list(value.shape), len(value.shape)
        rows.insert(dim + 1, 1)
        groups = [[d] if d < dim else [d, d + 1] if d == dim else [d + 1] for d in range(rank)]
        wide = Value(self.line(f"tensor.expand_shape {value.name} {groups} output_shape {rows} : {value.type} into {tensor(rows, value.dtype)}"), rows, value.dtype)
        wide = self.pad(wide, [0] * (rank + 1), [by - 1 if d == dim + 1 else 0 for d in range(rank + 1)], padding)
        flat, cut = list(value.shape), list(value.shape)
        flat[dim], cut[dim] = value.shape[dim] * by, (value.shape[dim] - 1) * by + 1
        name = self.line(f"tensor.collapse_shape {wide.name} {groups} : {wide.type} into {tensor(flat, value.dtype)}")
        text = f"tensor.extract_slice {name}{[0] * rank} {cut} {[1] * rank} : {tensor(flat, value.dtype)} to {tensor(cut, value.dtype)}"
        return Value(self.line(text), cut, value.dtype)

    def split(self, value, dim, groups):
        """Dimension `dim` as groups and the rest."""
        shape, rank = list(value.shape), len(value.shape)
        shape[dim:dim + 1] = [groups, shape[dim] // groups]
        lists = [[d] if d < dim else [d, d + 1] if d == dim else [d + 1] for d in range(rank)]
        return Value(self.line(f"tensor.expand_shape {value.name} {lists} output_shape {shape} : {value.type} into {tensor(shape, value.dtype)}"), shape, value.dtype)

    def starts(self, count, constants):
        """Indices: constants, or elements of arguments."""
        names = []
        for i in range(count):
            if constants:
                names.append(self.line(f"arith.constant {constants[i]} : index"))
                continue
            argument = self.argument([], "i32")
            word = self.line(f"tensor.extract {argument.name}[] : tensor<i32>")
            names.append(self.line(f"arith.index_cast {word} : i32 to index"))
        return ", ".join(names)

    # ------------------------------------------------------------ what is shown
    def op(self, text, shape, dtype):
        self.result = Value(self.line(text), shape, dtype)
        return self

    def ops(self, text, shapes, dtypes, results=None):
        name = self.line(text, results or len(shapes))
        self.results = [Value(f"{name}#{i}", s, t) for i, (s, t) in enumerate(zip(shapes, dtypes))]
        return self

    def generic(self, inputs, maps, out_map, shape, dtype, loops, init, body, attributes=""):
        return self.generics(inputs, maps, [out_map], [shape], dtype, loops, [init], body, [dtype], attributes)

    def generics(self, inputs, maps, out_maps, shapes, dtype, loops, inits, body, types=None, attributes=""):
        types = types or [dtype] * len(shapes)
        dims = ", ".join(f"d{i}" for i in range(len(loops)))
        all_maps = ", ".join(f"affine_map<({dims}) -> {m}>" for m in list(maps) + list(out_maps))
        kinds = ", ".join(f'"{LOOPS[k]}"' for k in loops)
        ins = f" ins({', '.join(v.name for v in inputs)} : {', '.join(v.type for v in inputs)})" if inputs else ""
        outs = f"outs({', '.join(v.name for v in inits)} : {', '.join(v.type for v in inits)})"
        parameters = [f"%in{i}: {v.dtype}" for i, v in enumerate(inputs)] + [f"%out{i}: {v.dtype}" for i, v in enumerate(inits)]
        results = ", ".join(tensor(s, t) for s, t in zip(shapes, types))
        lines = [line.replace("%out,", "%out0,").replace("%out ", "%out0 ") for line in body]
        text = (f"linalg.generic {{indexing_maps = [{all_maps}], iterator_types = [{kinds}]{attributes}}}{ins} {outs} {{ ^bb0({', '.join(parameters)}): {' '.join(lines)} }}"
                f" -> {results if len(shapes) == 1 else '(' + results + ')'}")
        return self.op(text, shapes[0], types[0]) if len(shapes) == 1 else self.ops(text, shapes, types)

    def text(self):
        arguments = ", ".join(f"{v.name}: {v.type}" for v in self.arguments)
        types = ", ".join(v.type for v in self.results)
        attribute = f' attributes {{op = "{self.op_name}"}}' if self.op_name else ""
        body = "\n".join("  " + line for line in self.lines)
        return f"func.func @{self.name}({arguments}) -> ({types}){attribute} {{\n{body}\n  return {', '.join(v.name for v in self.results)} : {types}\n}}"
