"""Writes the inputs of test/unit/runtime/program/Program.c as .safetensors, without NumPy.

  make_inputs.py FILE [--x-shape 5,4] [--without NAME]
"""
import argparse
import json
import struct

X = [1, -2, 3, -4, 5, -6, 7, -8, 9, 10, 2, -3, -5, 7, -11, 13, 17, 19, -23, 29]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("file")
    p.add_argument("--x-shape", default="5,4")
    p.add_argument("--without", default="")
    a = p.parse_args()
    shape = [int(n) for n in a.x_shape.split(",")]
    tensors = [
        ("x", "F32", shape, struct.pack("<20f", *X)),
        ("params['w']", "F32", [4], struct.pack("<4f", 1, 2, -1, 0.5)),
        ("lr", "F32", [], struct.pack("<f", 0.25)),
        ("step", "I64", [], struct.pack("<q", 41)),
    ]
    header, data = {}, b""
    for name, dtype, dims, raw in tensors:
        if name != a.without:
            header[name] = {"dtype": dtype, "shape": dims, "data_offsets": [len(data), len(data) + len(raw)]}
            data += raw
    text = json.dumps(header).encode()
    with open(a.file, "wb") as f:
        f.write(struct.pack("<Q", len(text)) + text + data)


if __name__ == "__main__":
    main()
