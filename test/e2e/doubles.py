"""The same program in double precision: what float32 or bf16 differs by rounding is gone there, what differs by a fault is not."""
import re

import ml_dtypes
import numpy as np
from safetensors.numpy import load_file, save_file

NARROW = {"f32": np.float32, "bf16": ml_dtypes.bfloat16, "f16": np.float16}
BITS = {"f32": np.uint32, "bf16": np.uint16, "f16": np.uint16}


def widened(match):
    """Infinities and NaNs are printed as bits."""
    digits, dtype = match[1], match[2]
    value = np.array(int(digits, 16), BITS[dtype]).view(NARROW[dtype]).astype(np.float64)
    return f"dense<0x{int(value.view(np.uint64)):016X}> : {match[0].split(' : ')[1]}"


def program_in_doubles(text):
    """Rewrites the types of a module that JAX printed. Random bits that are read as a float32 are so still, and converted then."""
    assert not re.search(r'dense<"0x', text), "constants printed as bytes are not rewritten"
    text = re.sub(r"dense<0x([0-9A-F]+)> : tensor<(?:\w+x)?(b?f\d+)>", widened, text)
    text = re.sub(r"(?<=[x<])(?:f32|bf16|f16)(?=>)", "f64", text)
    bits = r"( *)%(\w+) = stablehlo\.bitcast_convert (%\w+) : \((tensor<([\dx]*)ui32>)\) -> (tensor<[\dx]*f64>)"
    return re.sub(bits, r"\1%bits_\2 = stablehlo.bitcast_convert \3 : (\4) -> tensor<\5f32>\n\1%\2 = stablehlo.convert %bits_\2 : (tensor<\5f32>) -> \6", text)


def write_in_doubles(program, inputs, folder):
    """Writes the program and its inputs into `folder`; returns both paths."""
    (folder / "model.mlir").write_text(program_in_doubles(program.read_text()))
    tensors = {name: value.astype(np.float64) if value.dtype in NARROW.values() else value for name, value in load_file(inputs).items()}
    save_file(tensors, folder / "inputs.safetensors")
    return folder / "model.mlir", folder / "inputs.safetensors"
