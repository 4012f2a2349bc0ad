from tensors import pseudo, write

cache = [pseudo(4, seed) for seed in range(6)]
row = pseudo(4, 9)
at = 3
new = cache[:at] + [row] + cache[at + 1:]
read = [[2 * v for v in r] for r in new[4:6]]  # start 6 is clamped to 4
write({"cache": ("F32", [6, 4], sum(cache, [])), "row": ("F32", [1, 4], row), "at": ("I32", [], [at])},
      {"new": ("F32", [6, 4], sum(new, [])), "read": ("F32", [2, 4], sum(read, []))})
