from tensors import pseudo, write

m, v = [1, 1, 0, 1, 1, 1, 1, 1], pseudo(8, 3)
pattern = [1, 0, 1, 1] * 2
positive = [int(a > 0 and k) for a, k in zip(v, pattern)]
write({"m": ("BOOL", [8], m), "v": ("F32", [8], v)},
      {"positive": ("BOOL", [8], positive), "kept": ("F32", [8], [a if k else 0.0 for a, k in zip(v, m)]),
       "all": ("BOOL", [], [0]), "joined": ("BOOL", [8], positive)})
