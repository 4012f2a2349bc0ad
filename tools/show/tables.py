"""Tables for a terminal: columns as wide as their content, the last one folded at the terminal's edge."""
import os
import shutil
import sys
import textwrap

WIDTH = min(shutil.get_terminal_size((100, 24)).columns, 120) if sys.stdout.isatty() else 100
PLAIN = not sys.stdout.isatty() or "NO_COLOR" in os.environ
GAP = "  "


def paint(text, code):
    return text if PLAIN else f"\x1b[{code}m{text}\x1b[0m"


def bold(text):
    return paint(text, "1")


def dim(text):
    return paint(text, "2")


def green(text):
    return paint(text, "32")


def red(text):
    return paint(text, "31")


def title(text):
    print(bold(text))
    print(dim("─" * WIDTH), flush=True)


def section(text):
    print(f"\n{bold(text)}", flush=True)


def fact(name, text):
    print(f"  {name:<10}{text}", flush=True)


def table(head, rows, right=()):
    """Prints rows of text. `right` names the columns of numbers. The last column takes the space that is left, on as
    many lines as it needs."""
    rows = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head) - 1)]
    rest = max(WIDTH - len(GAP) - sum(w + len(GAP) for w in widths), 16)

    def lines(row):
        cells = [cell.rjust(w) if name in right else cell.ljust(w) for cell, w, name in zip(row, widths, head)]
        start = GAP + "".join(cell + GAP for cell in cells)
        text = textwrap.wrap(row[-1], rest) or [""]
        return [(start + text[0]).rstrip(), *(" " * len(start) + more for more in text[1:])]

    print("\n".join(dim(line) for line in lines(head)))
    for row in rows:
        print("\n".join(lines(row)))
    sys.stdout.flush()


def number(n):
    return "?" if n is None else f"{n:,}"


def seconds(s):
    return f"{s:.1f} s" if s >= 1 else f"{1e3 * s:.0f} ms" if s >= 0.1 else f"{1e3 * s:.1f} ms"


def plural(n, thing):
    return f"{n} {thing}" + ("" if n == 1 else "s")
