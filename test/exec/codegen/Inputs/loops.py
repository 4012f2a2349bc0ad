from tensors import pseudo, write

x, y, n = pseudo(4, 1), pseudo(4, 2), 3
a, b = x, y
for _ in range(5):
    a, b = b, [p + q for p, q in zip(a, b)]
write({"x": ("F32", [4], x), "y": ("F32", [4], y), "n": ("I32", [], [n])},
      {"swapped": ("F32", [4], a), "doubled": ("F32", [4], [p * 2**n for p in x]), "trips": ("I32", [], [n]),
       "chosen": ("F32", [4], [p * q for p, q in zip(x, y)]), "case": ("F32", [4], y)})
