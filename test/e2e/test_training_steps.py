"""Placements of training steps as people write them: losses and optimizers of many kinds, traced by JAX here, without annotations.

Each is compared with one device by `plait-run --check`; what moves is compared with the closed form.
"""
import pytest

from harness import BIN, moved_bytes, per_kind, read_json, run

jax = pytest.importorskip("jax")
optax = pytest.importorskip("optax")
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from safetensors.numpy import save_file  # noqa: E402


def parameters():
    key = iter(jax.random.split(jax.random.PRNGKey(0), 3))
    return {"a": {"w": jax.random.normal(next(key), (16, 32)) * .2, "b": jnp.zeros(32)},
            "b": {"w": jax.random.normal(next(key), (32, 16)) * .2, "b": jnp.zeros(16)}, "gain": jnp.ones(16), "scale": jnp.ones(()),
            "layers": jax.random.normal(next(key), (4, 16, 16)) * .2}


def forward(p, x, unroll=1):
    x = jax.lax.scan(lambda h, w: (h + jnp.tanh(h @ w), None), x, p["layers"], unroll=unroll)[0]
    h = jnp.tanh(x @ p["a"]["w"] + p["a"]["b"]) @ p["b"]["w"] + p["b"]["b"]
    h = (h - h.mean(-1, keepdims=True)) * jax.lax.rsqrt(h.var(-1) + 1e-5)[:, None]
    return h * p["gain"] * p["scale"]


def plain(p, x, y):
    return jnp.mean((forward(p, x) - y)**2)


def regularized(p, x, y):
    return plain(p, x, y) + 1e-3 * sum(jnp.sum(v**2) for v in jax.tree.leaves(p))


def rematerialized(p, x, y):
    return jnp.mean((jax.checkpoint(forward)(p, x) - y)**2)


def unrolled(p, x, y):
    """No loop over layers is left: slices of a stack at constant positions, a gradient of padded slices."""
    return jnp.mean((forward(p, x, unroll=4) - y)**2)


def whole_batch(loss, p, batch):
    return jax.value_and_grad(loss)(p, *batch)


def micro_batches(loss, p, batch):
    """Four, their gradients added in a loop."""
    def one(carried, part):
        value, gradient = jax.value_and_grad(loss)(p, *part)
        return (carried[0] + value / 4, jax.tree.map(lambda a, g: a + g / 4, carried[1], gradient)), None

    parts = tuple(b.reshape(4, -1, b.shape[-1]) for b in batch)
    return jax.lax.scan(one, (0., jax.tree.map(jnp.zeros_like, p)), parts)[0]


CLIPPED = optax.chain(optax.clip_by_global_norm(1.), optax.adamw(1e-2))
# name: loss, how the batch is gone through, optimizer
STEPS = {
    "clip": (plain, whole_batch, CLIPPED),
    "l2": (regularized, whole_batch, optax.adam(1e-2)),
    "remat": (rematerialized, whole_batch, optax.adam(1e-2)),
    "unrolled": (unrolled, whole_batch, CLIPPED),
    "lion": (plain, whole_batch, optax.lion(1e-3)),
    "lamb": (plain, whole_batch, optax.lamb(1e-2)),
    "every-other-step": (plain, whole_batch, optax.MultiSteps(optax.adam(1e-2), 2)),
    # Factors of second moments are means of rows and columns; Muon multiplies moments, whose rows devices share.
    "adafactor": (plain, whole_batch, optax.adafactor(1e-2, min_dim_size_to_factor=8)),
    "muon": (plain, whole_batch, optax.contrib.muon(1e-2)),
    "micro-batches": (plain, micro_batches, optax.adam(1e-2)),
}


def traced(name, folder):
    loss, go, optimizer = STEPS[name]
    p = parameters()
    state = optimizer.init(p)

    def step(params, opt, x, y):
        value, gradient = go(loss, params, (x, y))
        update, opt = optimizer.update(gradient, opt, params)
        return optax.apply_updates(params, update), opt, {"loss": value, "norm": optax.tree.norm(gradient)}

    noise = np.random.default_rng(0)
    x, y = (noise.normal(size=(32, 16)).astype("float32") for _ in "xy")
    program = folder / "step.mlir"
    program.write_text(jax.jit(step, donate_argnums=(0, 1)).lower(p, state, x, y).as_text(debug_info=True))
    tensors = {"x": x, "y": y}
    for root, tree in (("params", p), ("opt", state)):
        for path, leaf in jax.tree_util.tree_flatten_with_path(tree)[0]:
            tensors[root + jax.tree_util.keystr(path)] = np.asarray(leaf)
    save_file(tensors, folder / "inputs.safetensors")
    return program


@pytest.mark.parametrize("strategy", ["ddp@data", "zero1@data", "zero3@data"])
@pytest.mark.parametrize("name", STEPS)
def test_step(tmp_path, name, strategy):
    program = traced(name, tmp_path)
    report, stats = tmp_path / "report.json", tmp_path / "stats.json"
    done = run(BIN / "plait-run", program, "--mesh", "data=8", "--placement", strategy, "--state", "params=parameter,opt=optimizer,x=batch,y=batch",
               "--inputs", tmp_path / "inputs.safetensors", "--steps", 3, "--check", f"--report={report}", "--stats", stats)
    assert done.status == 0 and "8 ranks equal one device" in done.text, done.text
    report = read_json(report)
    assert all(a["gradient"] for a in report["arguments"] if a["state"] == "parameter")
    counted, predicted = (moved_bytes(per_kind(sites)) for sites in (read_json(stats)["collectives"], report["predicted_traffic"]))
    assert counted == predicted and report["lower_bounds"] == []
    assert set(counted) <= {"all_gather", "reduce_scatter", "all_reduce"} | ({"all_to_all", "collective_permute"} if name in ("micro-batches", "muon") else set())
