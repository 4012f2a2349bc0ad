"""Tensor files for tests, without packages: safetensors as lists of numbers.

A tensor is (dtype, shape, values): dtype as safetensors spells it, values in row-major order.
"""
import json
import struct
import sys

FORMATS = {"F32": "f", "F64": "d", "I8": "b", "U8": "B", "I16": "h", "U16": "H", "I32": "i", "U32": "I", "I64": "q",
           "U64": "Q", "BOOL": "B", "F16": "e"}


def bf16_bits(value):
    """The nearest bfloat16 of a float, ties to even, as its 16 bits."""
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16) & 0xFFFF


def bf16(value):
    """`value` rounded to bfloat16."""
    return struct.unpack("<f", struct.pack("<I", bf16_bits(value) << 16))[0]


def f32(value):
    """`value` rounded to float32."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def save(path, tensors):
    """Writes {name: (dtype, shape, values)} as a safetensors file."""
    header, data = {}, b""
    for name, (dtype, shape, values) in tensors.items():
        if dtype == "BF16":
            raw = struct.pack("<%dH" % len(values), *map(bf16_bits, values))
        elif dtype == "C64":
            raw = b"".join(struct.pack("<2f", v.real, v.imag) for v in values)
        else:
            raw = struct.pack("<%d%s" % (len(values), FORMATS[dtype]), *values)
        header[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def pseudo(count, seed=1, low=-1.0, high=1.0):
    """`count` floats in [low, high) that are the same everywhere, exact in float32."""
    state, values = seed, []
    for _ in range(count):
        state = (1103515245 * state + 12345) % 2**31
        values.append(f32(low + (high - low) * (state >> 15) / 2**16))
    return values


def write(inputs, expected):
    """What a test script ends with: writes both to the paths of its command line."""
    save(sys.argv[1], inputs)
    save(sys.argv[2], expected)
