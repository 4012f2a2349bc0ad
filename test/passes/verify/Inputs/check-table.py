"""Checks the table of README.md: rows 1 to N, each with tests that are there; no test of kinds/ that no row names. Prints the counts."""
import pathlib
import re
import sys

here = pathlib.Path(sys.argv[1])
text = (here / "README.md").read_text()
rows = [line.split(" | ") for line in text.splitlines() if re.match(r"\| \d+ ", line)]
assert [int(row[0].split()[1]) for row in rows] == list(range(1, len(rows) + 1)), "rows are numbered"


def paths(cell):
    """Tests as a cell names them: without a suffix, several in braces, relative to a folder or to the one before."""
    folder = here
    for name in re.findall(r"`([^`]+)`", cell):
        some = re.sub(r"\{(.*)\}", "@", name)
        for part in re.findall(r"\{(.*)\}", name)[0].split(",") if some != name else [""]:
            path = folder / some.replace("@", part)
            if "/" not in name and not list(folder.glob(name + "*")):
                path = last / name
            yield path
            last = path.parent


named = set()
for row in rows:
    found = list(paths(row[4]))
    assert found, row[0]
    for path in found:
        match = [path] if path.exists() else list(path.parent.glob(path.name + ".*"))
        assert match, f"row{row[0][1:]}: no test {path}"
        named |= {file.stem for file in match if file.parent.name == "kinds"}
unnamed = {path.stem for path in (here / "kinds").glob("*.mlir")} - named
assert not unnamed, f"in no row: {sorted(unnamed)}"
static = [row for row in rows if row[3].startswith("static")]
both = [row for row in static if "numbers" in row[3]]
print(f"{len(rows)} kinds, {len(static)} static, {len(both)} of them by numbers too, {len(rows) - len(static)} by numbers alone")
