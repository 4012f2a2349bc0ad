from tensors import pseudo, write

x, z = pseudo(3, 1), [1 + 2j, -0.5 + 1j]
write({"x": ("F32", [3], x), "nothing": ("F32", [0, 4], []), "z": ("C64", [2], z), "s": ("I64", [], [41])},
      {"same": ("F32", [3], x), "still": ("F32", [0, 4], []), "table": ("I32", [4], [3, 1, 4, 1]),
       "next": ("I64", [], [42]), "again": ("I64", [], [42]), "square": ("C64", [2], [v * v for v in z]),
       "joined": ("F32", [9], [0.0] + x + [0.0, 0.0] + x), "empty_sum": ("F32", [4], [0.0] * 4)})
