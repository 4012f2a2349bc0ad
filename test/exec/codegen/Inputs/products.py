from itertools import product
from tensors import pseudo, write


class Array:
    """A shape and its numbers, row major."""

    def __init__(self, shape, seed):
        count = 1
        for size in shape:
            count *= size
        self.shape, self.values = shape, pseudo(count, seed)

    def __getitem__(self, index):
        at = 0
        for i, size in zip(index, self.shape):
            at = at * size + i
        return self.values[at]


def each(*sizes):
    return product(*map(range, sizes))


image, window, q = Array([2, 9, 9, 3], 1), Array([3, 3, 3, 4], 2), Array([2, 3, 4, 5], 3)
a, b, start = Array([2, 3, 4], 4), Array([4, 2, 5], 5), Array([3, 5], 6)
convolved = [sum(image[n, 2 * h + i, 2 * w + j, c] * window[i, j, c, o] for i, j, c in each(3, 3, 3))
             for n, h, w, o in each(2, 4, 4, 4)]
scores = [sum(q[n, s, h, d] * q[n, t, h, d] for d in range(5)) for n, h, s, t in each(2, 4, 3, 3)]
total = [start[m, n] + sum(a[i, m, k] * b[k, i, n] for i, k in each(2, 4)) for m, n in each(3, 5)]
gram = [sum(start[m, k] * start[n, k] for k in range(5)) for m, n in each(3, 3)]
write({"image": ("F32", image.shape, image.values), "window": ("F32", window.shape, window.values),
       "q": ("F32", q.shape, q.values), "a": ("F64", a.shape, a.values), "b": ("F64", b.shape, b.values),
       "start": ("F64", start.shape, start.values)},
      {"convolved": ("F32", [2, 4, 4, 4], convolved), "scores": ("F32", [2, 4, 3, 3], scores),
       "sum": ("F64", [3, 5], total), "gram": ("F64", [3, 3], gram)})
