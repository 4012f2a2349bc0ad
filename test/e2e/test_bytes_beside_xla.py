"""Plait receives no more bytes than XLA for the same program: the table of test/bench, for programs that XLA compiles fast."""
import csv
import subprocess
import sys

import pytest

from harness import BIN, MODELS, ROOT

pytest.importorskip("jax")


@pytest.mark.parametrize("name", ["mlp_train", "gpt_infer", "gpt_decode", "dlrm_train"])
def test_bytes_are_not_above_xlas(name, tmp_path):
    table = tmp_path / "table.csv"
    done = subprocess.run([sys.executable, ROOT / "test/bench/jax_collectives.py", "--bin", BIN, "--csv", table, MODELS / name],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (row,) = csv.DictReader(table.open())
    assert 0 < int(row["plait bytes"]) <= int(row["xla bytes"])
    assert int(row["devices"]) == 8
