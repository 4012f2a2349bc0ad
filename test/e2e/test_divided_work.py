"""Where a strategy leaves devices with equal work, dividing it costs no more bytes than this, received by each device in a step.

Each product by itself takes the dimension that costs it least; these steps are such that this costs more in the whole, by a third and
more, than one dimension for all products (classes, passes/place/FlowDivision).
"""
import pathlib
import tempfile

import pytest

from harness import BIN, MODELS, read_json, run
from test_placements import without_annotations
from test_strategies import BOTH, Program, options_of

MOST = [("moe_global_train", "ddp@data", {"data": 8}, 38_490), ("moe_global_train", "tp@model", {"model": 8}, 31_000),
        ("moe_train", "tp@model", {"model": 8}, 138_020), ("resnet_train", "tp@model", {"model": 8}, 67_460),
        ("vit_train", "ddp@data+tp@model", BOTH, 75_910)]


@pytest.mark.parametrize("name, strategy, mesh, most", MOST, ids=lambda value: str(value))
def test_divided_work_costs_little(name, strategy, mesh, most):
    case = (Program(MODELS / "f64" / name), strategy, mesh)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        plain = without_annotations(case[0].folder / "model.mlir", folder)
        done = run(BIN / "plait-compile", plain, "--compile-to=overlap", f"--report={folder}/report.json", "-o", folder / "out.mlir", *options_of(*case))
        assert done.status == 0, done.text
        report = read_json(folder / "report.json")
    assert sum(site["bytes_per_device"] for site in report["collectives"]) <= most
    assert report["collectives"] and not report.get("lower_bounds")
