"""An encoder and a decoder: cross attention, bucketed relative positions, one table for both stacks and the output."""
import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import PartitionSpec as P

from common import DOUBLE, FLOAT, Argument, Model, by_name, causal, clipped_adamw, cross_entropy, initial, normal, rms_norm, update

HEADS = 8 if DOUBLE else 4
WIDTH, VOCABULARY, SOURCE, TARGET, BATCH, HIDDEN, BUCKETS = 32, 64, 20, 12, 8, 64, 8
HEAD = WIDTH // HEADS
SPECS = {"q": P(None, "model"), "k": P(None, "model"), "v": P(None, "model"), "o": P("model"), "wi": P(None, "model"),
         "wo": P("model")}


def t5_params(random):
    heads = lambda: {**{name: normal(random, WIDTH, HEADS, HEAD) for name in "qkv"},
                     "o": normal(random, HEADS, HEAD, WIDTH, scale=0.2)}
    hidden = lambda: {"wi": normal(random, WIDTH, HIDDEN), "wo": normal(random, HIDDEN, WIDTH)}
    gain = lambda: 1 + normal(random, WIDTH, scale=0.1)
    return {"tok": normal(random, VOCABULARY, WIDTH, scale=0.1), "bias": normal(random, BUCKETS, HEADS, scale=0.5),
            "enc": {"n": gain(), "a": heads(), "m": hidden()},
            "dec": {"n": gain(), "a": heads(), "x": heads(), "m": hidden()}}


def bucket(n):
    distance = jnp.abs(jnp.arange(n)[:, None] - jnp.arange(n)[None, :])
    near = BUCKETS // 2
    far = near + jnp.log(distance.astype(FLOAT) / near + 1e-6).astype(jnp.int32)
    return jnp.where(distance < near, distance, jnp.minimum(far, BUCKETS - 1))


def attend(p, x, y, bias=None, mask=None):
    q = jnp.einsum("bsd,dhe->bshe", x, p["q"])
    k, v = (jnp.einsum("bsd,dhe->bshe", y, p[name]) for name in "kv")
    scores = jnp.einsum("bqhe,bkhe->bhqk", q, k)
    scores = scores if bias is None else scores + bias
    scores = scores if mask is None else jnp.where(mask, scores, -1e9)
    return jnp.einsum("bhqk,bkhe,hed->bqd", jax.nn.softmax(scores, -1), v, p["o"])


def loss_fn(params, source, target):
    bias = lambda n: jnp.moveaxis(params["bias"][bucket(n)], -1, 0)
    hidden = lambda p, x: jax.nn.relu(x @ p["wi"]) @ p["wo"]
    x, p = params["tok"][source], params["enc"]
    h = rms_norm(x, p["n"])
    x = x + attend(p["a"], h, h, bias(SOURCE))
    x = x + hidden(p["m"], x)
    y, p = params["tok"][target], params["dec"]
    h = rms_norm(y, p["n"])
    y = y + attend(p["a"], h, h, bias(TARGET), causal(TARGET))
    y = y + attend(p["x"], y, x)
    y = y + hidden(p["m"], y)
    return cross_entropy(y @ params["tok"].T, jnp.roll(target, -1, 1))


def t5_train():
    random = np.random.default_rng(6)
    params, adamw = t5_params(random), clipped_adamw()
    draw = lambda n: random.integers(0, VOCABULARY, (BATCH, n)).astype(np.int32)

    def step(params, opt_state, source, target):
        return update(adamw, loss_fn, params, opt_state, source, target)

    return Model(__doc__.strip(), step, {
        "params": Argument(params, "parameter", by_name(SPECS)),
        "opt_state": Argument(initial(adamw, params), "optimizer", by_name(SPECS)),
        "source": Argument(draw(SOURCE), "batch", P("data")),
        "target": Argument(draw(TARGET), "batch", P("data")),
    }, {"data": 2, "model": 4}, carried=2)


MODELS = [t5_train]
