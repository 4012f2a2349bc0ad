#!/usr/bin/env python3
"""Fits the polynomials of ExpandMath.cpp: Remez exchange in double precision, no packages.

Each line says what is fitted, over what range, and the largest weighted error; the weight turns the polynomial's error
into a relative error of the function. Run it to see the coefficients; ExpandMath.cpp holds them.
"""
import math


def solve(matrix, right):
    """Solves a small linear system by elimination with pivoting."""
    n = len(right)
    rows = [row[:] + [value] for row, value in zip(matrix, right)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(n):
            if r != i:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    return [rows[i][n] / rows[i][i] for i in range(n)]


def remez(f, weight, low, high, degree, rounds=30, grid=4000):
    """The polynomial that minimizes max |weight(x) (f(x) - p(x))|, as coefficients of x^0, x^1, ..., and that error."""
    n, center, half = degree + 2, (low + high) / 2, (high - low) / 2
    points = [center - half * math.cos(math.pi * (2 * i + 1) / (2 * n)) for i in range(n)]
    for _ in range(rounds):
        matrix = [[((x - center) / half)**k for k in range(degree + 1)] + [(-1)**i / weight(x)]
                  for i, x in enumerate(points)]
        scaled = solve(matrix, [f(x) for x in points])[:-1]
        xs = [low + (high - low) * i / grid for i in range(grid + 1)]
        errors = [weight(x) * (f(x) - sum(a * ((x - center) / half)**k for k, a in enumerate(scaled))) for x in xs]
        extrema = []
        for i, error in enumerate(errors):
            if extrema and (error > 0) == (errors[extrema[-1]] > 0):
                if abs(error) > abs(errors[extrema[-1]]):
                    extrema[-1] = i
            else:
                extrema.append(i)
        if len(extrema) < n:
            break
        while len(extrema) > n:
            extrema.pop(0 if abs(errors[extrema[0]]) < abs(errors[extrema[-1]]) else -1)
        points = [xs[i] for i in extrema]
    coefficients = [0.0] * (degree + 1)
    for k, a in enumerate(scaled):
        for j in range(k + 1):
            coefficients[j] += a * math.comb(k, j) * (-center)**(k - j) / half**k
    return coefficients, max(map(abs, errors))


def exp_rest(x):
    """(e^x - 1 - x) / x^2"""
    return sum(x**k / math.factorial(k + 2) for k in range(12))


def tanh_rest(square):
    """(tanh x - x) / x^3"""
    x = math.sqrt(square)
    if x < 0.05:
        return -1 / 3 + 2 * square / 15 - 17 * square**2 / 315 + 62 * square**3 / 2835 - 1382 * square**4 / 155925
    return (math.tanh(x) - x) / x**3


def log_rest(x):
    """(log(1 + x) - x + x^2 / 2) / x^3"""
    if abs(x) < 0.02:
        return sum((-x)**k / (k + 3) for k in range(14))
    return (math.log1p(x) - x + x * x / 2) / x**3


def erf_factor(square):
    """erf x / x"""
    x = math.sqrt(square)
    if x < 0.02:
        return 2 / math.sqrt(math.pi) * (1 - square / 3 + square**2 / 10 - square**3 / 42)
    return math.erf(x) / x


if __name__ == "__main__":
    HALF_LN2 = math.log(2) / 2 * 1.0001
    for name, fit in [
        ("exp, |r| <= ln 2 / 2", remez(exp_rest, lambda x: max(x * x, 1e-3), -HALF_LN2, HALF_LN2, 4)),
        ("expm1, |r| <= ln 2 / 2", remez(exp_rest, lambda x: max(abs(x), 1e-2), -HALF_LN2, HALF_LN2, 5)),
        ("log, 1 + f in [sqrt 1/2, sqrt 2]",
         remez(log_rest, lambda x: max(x * x, 1e-3), math.sqrt(0.5) - 1, math.sqrt(2) - 1, 8)),
        ("tanh, x^2 <= 0.4", remez(tanh_rest, lambda x: max(x, 1e-3), 0, 0.4, 5)),
        ("erf, x^2 <= 0.87", remez(erf_factor, lambda x: 1.0, 0, 0.87, 6)),
        ("log erfc, x in [0.92, 4.1]", remez(lambda x: math.log(math.erfc(x)), math.erfc, 0.92, 4.1, 7)),
    ]:
        print("%s: error %.1e\n  %s" % (name, fit[1], ", ".join(map(repr, fit[0]))))
