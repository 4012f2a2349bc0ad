from tensors import pseudo, write

# x[i][j] is what the device at (x = i, y = j) holds: 2 rows of 4.
x = [[[pseudo(4, 10 * i + 5 * j + row + 1) for row in range(2)] for j in range(2)] for i in range(2)]
AT = [(i, j) for i in range(2) for j in range(2)]


def combine(f, *arrays):
    return [[f(values) for values in zip(*rows)] for rows in zip(*arrays)]


def columns(array, start, stop):
    return [row[start:stop] for row in array]


def beside(a, b):
    return [p + q for p, q in zip(a, b)]


everything = combine(max, *(x[i][j] for i, j in AT))
results = {
    "reduced": lambda i, j: combine(sum, x[0][j], x[1][j]),
    "largest": lambda i, j: everything,
    "gathered": lambda i, j: beside(x[i][0], x[i][1]),
    "scattered": lambda i, j: columns(combine(sum, x[0][j], x[1][j]), 2 * i, 2 * i + 2),
    "turned": lambda i, j: columns(x[i][0], 2 * j, 2 * j + 2) + columns(x[i][1], 2 * j, 2 * j + 2),
    # The device at coordinate k over (y, x) receives from the one at k over (x, y).
    "moved": lambda i, j: x[(2 * j + i) // 2][(2 * j + i) % 2],
    "told": lambda i, j: x[i][1],
}
expected = {}
for name, value in results.items():
    arrays = [value(i, j) for i, j in AT]
    shape = [2, 2, len(arrays[0]), len(arrays[0][0])]
    expected[name] = ("F32", shape, [v for array in arrays for row in array for v in row])
write({"x": ("F32", [2, 2, 2, 4], [v for i, j in AT for row in x[i][j] for v in row])}, expected)
