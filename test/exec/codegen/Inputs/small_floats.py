import math
from tensors import bf16, pseudo, write

a = [[bf16(v) for v in pseudo(8, s)] for s in range(4)]
b = [[bf16(v) for v in pseudo(4, 20 + s)] for s in range(8)]
d = [pseudo(4, 40 + s) for s in range(4)]
product = [[sum(a[i][k] * b[k][j] for k in range(8)) for j in range(4)] for i in range(4)]
sigmoid = [[1 / (1 + math.exp(-v)) for v in row] for row in a]
mixed = [[bf16(i + bf16(v)) for v in row] for i, row in enumerate(d)]
write({"a": ("BF16", [4, 8], sum(a, [])), "b": ("BF16", [8, 4], sum(b, [])), "d": ("F64", [4, 4], sum(d, []))},
      {"product": ("BF16", [4, 4], sum(product, [])), "sigmoid": ("BF16", [4, 8], sum(sigmoid, [])),
       "mixed": ("BF16", [4, 4], sum(mixed, [])), "half": ("F16", [4, 4], [v * v for row in d for v in row])})
