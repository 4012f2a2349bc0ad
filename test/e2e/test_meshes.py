"""One program on several meshes: the results do not depend on how many devices work, or how they are arranged."""
import pytest

from harness import Model, assert_close, per_kind

MESHES = [{"data": 8, "model": 1}, {"data": 1, "model": 8}, {"data": 2, "model": 4}, {"data": 2, "model": 1},
          {"data": 1, "model": 2}, {"data": 1, "model": 1}]


def label(mesh):
    return "x".join(str(size) for size in mesh.values())


def check(build, name, mesh):
    built = build(name, mesh)
    for steps in built.model.steps:
        got, stats = built.run(steps)
        assert_close(got, built.model.expected(steps), built.model.meta["tolerance"])
    assert per_kind(stats["collectives"]) == per_kind(built.report["collectives"])
    return built


@pytest.mark.parametrize("mesh", MESHES, ids=label)
@pytest.mark.parametrize("name", ["gpt_infer", "gpt_train"])
def test_gpt(build, name, mesh):
    check(build, name, mesh)


@pytest.mark.parametrize("devices", [1, 2, 3, 5, 7, 16])
def test_mlp(build, devices):
    """Three divides the batch of 48, five and seven do not: the last device's shard is short."""
    check(build, "mlp_train", {"data": devices})


@pytest.mark.parametrize("name", ["mlp_train", "gpt_infer"])
def test_one_device_needs_no_collective(build, name):
    built = build(name, {axis: 1 for axis in Model(name).meta["mesh"]})
    assert built.report["collectives"] == []
    assert built.report["totals"]["bytes_per_device"] == 0


@pytest.mark.parametrize("name,mesh", [("gpt_infer", {"data": 8, "model": 1}), ("mlp_train", {"data": 4})])
def test_no_work_is_repeated(build, name, mesh):
    """Devices times the work of one is the work of the whole."""
    whole = build(name, {axis: 1 for axis in mesh}).report["totals"]["flops_per_device"]
    devices = 1
    for size in mesh.values():
        devices *= size
    assert devices * build(name, mesh).report["totals"]["flops_per_device"] <= 1.05 * whole
