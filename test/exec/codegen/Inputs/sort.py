from tensors import pseudo, write

keys = [[int(5 * v) for v in pseudo(3, 7 * s)] for s in range(13)]
values = [pseudo(3, 100 + s) for s in range(13)]
k, v = [[0] * 3 for _ in range(13)], [[0.0] * 3 for _ in range(13)]
for j in range(3):
    for i, (a, b) in enumerate(sorted(((keys[i][j], values[i][j]) for i in range(13)), key=lambda p: p[0])):
        k[i][j], v[i][j] = a, b
write({"keys": ("I32", [13, 3], sum(keys, [])), "values": ("F32", [13, 3], sum(values, []))},
      {"k": ("I32", [13, 3], sum(k, [])), "v": ("F32", [13, 3], sum(v, [])),
       "down": ("F32", [13, 3], sum((sorted(row, reverse=True) for row in values), []))})
