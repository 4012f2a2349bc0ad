from tensors import pseudo, write

table = [pseudo(3, seed) for seed in range(5)]
update = [pseudo(3, 50 + seed) for seed in range(4)]
ids = [2, 7, 2, -1]
rows = [table[min(max(i, 0), 4)] for i in ids]
new = [row[:] for row in table]
for i, row in zip(ids, update):
    if 0 <= i < 5:
        new[i] = [a + b for a, b in zip(new[i], row)]
write({"table": ("F32", [5, 3], sum(table, [])), "ids": ("I32", [4, 1], ids), "update": ("F32", [4, 3], sum(update, []))},
      {"rows": ("F32", [4, 3], sum(rows, [])), "new": ("F32", [5, 3], sum(new, []))})
