import math
from tensors import f32, pseudo, write

x = [pseudo(4, seed) for seed in range(16)]
w = [pseudo(3, 100 + seed) for seed in range(4)]
y = [[math.tanh(sum(a * w[k][n] for k, a in enumerate(row))) for n in range(3)] for row in x]
new = [[w[k][n] - 0.1 * sum(x[m][k] * (1 - y[m][n] ** 2) for m in range(16)) for n in range(3)] for k in range(4)]
write({"x": ("F32", [16, 4], sum(x, [])), "w": ("F32", [4, 3], sum(w, []))},
      {"w_new": ("F32", [4, 3], sum(new, [])), "loss": ("F32", [], [sum(map(sum, y))])})
