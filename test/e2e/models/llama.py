"""A Llama: rotary embedding, grouped-query attention, SwiGLU, fully sharded weights, a scan over layers with
rematerialization."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import PartitionSpec as P

from common import DOUBLE, FLOAT, Argument, Model, by_name, causal, clipped_adamw, cross_entropy, initial, normal, rms_norm, update

LAYERS, WIDTH, HEADS, KV = (2, 32, 8, 4) if DOUBLE else (3, 24, 6, 2)
VOCABULARY, LENGTH, BATCH, HIDDEN = 80, 16, 8, 48
HEAD = WIDTH // HEADS
COLUMNS, ROWS = P(None, "fsdp", "model"), P(None, "model", "fsdp")
SPECS = {"tok": P("model", "fsdp"), "out": P("fsdp", "model"), "q": COLUMNS, "k": COLUMNS, "v": COLUMNS,
         "o": P(None, "model", None, "fsdp"), "gate": COLUMNS, "up": COLUMNS, "down": ROWS}


def llama_params(random):
    stack = lambda *shape: np.stack([normal(random, *shape) for _ in range(LAYERS)])
    layers = {"n1": 1 + 0.1 * stack(WIDTH), "n2": 1 + 0.1 * stack(WIDTH), "q": stack(WIDTH, HEADS, HEAD),
              "k": stack(WIDTH, KV, HEAD), "v": stack(WIDTH, KV, HEAD),
              "o": stack(HEADS, HEAD, WIDTH) / FLOAT(np.sqrt(HEADS)), "gate": stack(WIDTH, HIDDEN),
              "up": stack(WIDTH, HIDDEN), "down": stack(HIDDEN, WIDTH)}
    return {"tok": normal(random, VOCABULARY, WIDTH, scale=0.1), "out": normal(random, WIDTH, VOCABULARY),
            "norm": 1 + normal(random, WIDTH, scale=0.1), "layers": layers}


def rotate(x):
    frequency = (1 / 10000 ** (np.arange(0, HEAD, 2) / HEAD)).astype(FLOAT)
    angle = jnp.arange(x.shape[1], dtype=FLOAT)[:, None] * frequency
    cos, sin = jnp.cos(angle)[None, :, None], jnp.sin(angle)[None, :, None]
    even, odd = x[..., ::2].astype(FLOAT), x[..., 1::2].astype(FLOAT)
    return jnp.stack([even * cos - odd * sin, even * sin + odd * cos], -1).reshape(x.shape).astype(x.dtype)


def attention(x, p):
    q, k, v = (jnp.einsum("bsd,dhe->bshe", x, p[name]) for name in "qkv")
    q, k = rotate(q), rotate(k)
    q = q.reshape(*q.shape[:2], KV, HEADS // KV, HEAD)
    scores = jnp.einsum("bqgme,bkge->bgmqk", q, k).astype(FLOAT) / np.sqrt(HEAD)
    weights = jax.nn.softmax(jnp.where(causal(x.shape[1]), scores, -jnp.inf), -1).astype(x.dtype)
    heads = jnp.einsum("bgmqk,bkge->bqgme", weights, v).reshape(*x.shape[:2], HEADS, HEAD)
    return jnp.einsum("bshe,hed->bsd", heads, p["o"])


def llama(dtype, tolerance, note):
    random = np.random.default_rng(4)
    params, adamw = llama_params(random), clipped_adamw()
    tokens = random.integers(0, VOCABULARY, (BATCH, LENGTH)).astype(np.int32)

    @jax.checkpoint
    def layer(x, p):
        p = jax.tree.map(lambda t: t.astype(dtype), p)
        x = x + attention(rms_norm(x, p["n1"]), p)
        h = rms_norm(x, p["n2"])
        return x + (jax.nn.silu(h @ p["gate"]) * (h @ p["up"])) @ p["down"], None

    def loss_fn(params, tokens, labels):
        x, _ = lax.scan(layer, params["tok"].astype(dtype)[tokens], params["layers"])
        logits = rms_norm(x, params["norm"].astype(x.dtype)) @ params["out"].astype(x.dtype)
        return cross_entropy(logits, labels)

    def step(params, opt_state, tokens, labels):
        return update(adamw, loss_fn, params, opt_state, tokens, labels)

    return Model(note, step, {
        "params": Argument(params, "parameter", by_name(SPECS)),
        "opt_state": Argument(initial(adamw, params), "optimizer", by_name(SPECS)),
        "tokens": Argument(tokens, "batch", P("fsdp")),
        "labels": Argument(np.roll(tokens, -1, 1), "batch", P("fsdp")),
    }, {"fsdp": 4, "model": 2}, carried=2, tolerance=tolerance)


def llama_train():
    # Adam divides by a gradient's own size: where that is near zero, rounding becomes a visible step.
    return llama(FLOAT, 1e-3, "fully sharded and tensor parallel, scan with rematerialization")


def llama_bf16_train():
    return llama(jnp.bfloat16, 0.3, "the same in bfloat16 with float32 master weights: shows gross errors only")


MODELS = [llama_train, llama_bf16_train]
