"""Writes inputs of step.mlir without NumPy: all of them in a .safetensors, x per step, and the weight alone in a .npy."""
import json
import random
import struct
import sys

random.seed(1)


def floats(count):
    return struct.pack(f"<{count}f", *(random.uniform(-1, 1) for _ in range(count)))


def npy(path, shape, data):
    header = str({"descr": "<f4", "fortran_order": False, "shape": shape}).encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    with open(path, "wb") as out:
        out.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + data)


def safetensors(path, tensors):
    header, offset = {}, 0
    for name, (shape, data) in tensors.items():
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [offset, offset + len(data)]}
        offset += len(data)
    text = json.dumps(header).encode()
    with open(path, "wb") as out:
        out.write(struct.pack("<Q", len(text)) + text + b"".join(data for _, data in tensors.values()))


weight = floats(72)
safetensors(sys.argv[1], {"params['w']": ([12, 6], weight), "x": ([2, 10, 12], floats(240))})
npy(sys.argv[2], (12, 6), weight)
npy(sys.argv[2] + ".small.npy", (3, 3), floats(9))
