"""A GPT: tensor parallelism after Megatron, data parallelism, AdamW with clipping; also forward and decoding."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import PartitionSpec as P

from common import (DOUBLE, Argument, Model, by_name, causal, clipped_adamw, cross_entropy, initial, layer_norm, normal,
                    unannotated, update)

LAYERS, HEADS = (1, 8) if DOUBLE else (2, 4)
WIDTH, VOCABULARY, LENGTH, BATCH, HIDDEN = 32, 96, 24, 8, 128
HEAD = WIDTH // HEADS
MESH = {"data": 4, "model": 2}
# Columns of qkv and up, rows of proj and down: one all-reduce per half of a block and pass.
MEGATRON = {"qkv": P(None, None, "model"), "proj": P("model", None), "up": P(None, "model"), "up_b": P("model"),
            "down": P("model", None)}


# ---------------------------------------------------------------- the network

def block_params(random):
    gain = lambda: {"g": 1 + normal(random, WIDTH, scale=0.1), "b": normal(random, WIDTH, scale=0.1)}
    return {"ln1": gain(), "qkv": normal(random, WIDTH, 3, WIDTH), "proj": normal(random, WIDTH, WIDTH),
            "ln2": gain(), "up": normal(random, WIDTH, HIDDEN), "up_b": normal(random, HIDDEN, scale=0.1),
            "down": normal(random, HIDDEN, WIDTH), "down_b": normal(random, WIDTH, scale=0.1)}


def gpt_params(random):
    return {"tok": normal(random, VOCABULARY, WIDTH, scale=0.1), "pos": normal(random, LENGTH, WIDTH, scale=0.1),
            "blocks": [block_params(random) for _ in range(LAYERS)],
            "lnf": {"g": 1 + normal(random, WIDTH, scale=0.1), "b": normal(random, WIDTH, scale=0.1)}}


def attention(x, p):
    q, k, v = jnp.moveaxis(jnp.einsum("bsd,dke->bske", x, p["qkv"]), 2, 0)
    q, k, v = (t.reshape(*t.shape[:2], HEADS, HEAD) for t in (q, k, v))
    scores = jnp.einsum("bqhe,bkhe->bhqk", q, k) / np.sqrt(HEAD)
    weights = jax.nn.softmax(jnp.where(causal(x.shape[1]), scores, -1e9), axis=-1)
    return jnp.einsum("bhqk,bkhe->bqhe", weights, v).reshape(x.shape) @ p["proj"]


def feed_forward(x, p):
    return jax.nn.gelu(x @ p["up"] + p["up_b"]) @ p["down"] + p["down_b"]


def forward(params, tokens):
    x = params["tok"][tokens] + params["pos"][None, : tokens.shape[1]]
    for p in params["blocks"]:
        x = x + attention(layer_norm(x, **p["ln1"]), p)
        x = x + feed_forward(layer_norm(x, **p["ln2"]), p)
    return layer_norm(x, **params["lnf"]) @ params["tok"].T


# ---------------------------------------------------------------- training

def gpt_train():
    random = np.random.default_rng(2)
    params, adamw = gpt_params(random), clipped_adamw()
    tokens = random.integers(0, VOCABULARY, (BATCH, LENGTH)).astype(np.int32)

    def loss_fn(params, tokens, labels):
        return cross_entropy(forward(params, tokens), labels)

    def step(params, opt_state, tokens, labels):
        return update(adamw, loss_fn, params, opt_state, tokens, labels)

    return Model("tensor and data parallelism, AdamW with clipping by the global norm", step, {
        "params": Argument(params, "parameter", by_name(MEGATRON)),
        "opt_state": Argument(initial(adamw, params), "optimizer", by_name(MEGATRON)),
        "tokens": Argument(tokens, "batch", P("data")),
        "labels": Argument(np.roll(tokens, -1, axis=1), "batch", P("data")),
    }, MESH, carried=2)


def gpt_zero_train():
    """The optimizer's state is sharded over data too, where the first dimension allows it."""
    model = gpt_train()
    megatron = by_name(MEGATRON)

    def spec(path, leaf):
        base = tuple(megatron(path, leaf))
        base += (None,) * (leaf.ndim - len(base))
        if leaf.ndim and base[0] is None and leaf.shape[0] % MESH["data"] == 0:
            base = ("data",) + base[1:]
        return P(*base)

    model.arguments["opt_state"].spec = spec
    model.data = "gpt_train"
    model.note += "; optimizer state also sharded over data"
    return model


def gpt_plain_train():
    return unannotated(gpt_train(), {"data": 8}, data="gpt_train")


# ---------------------------------------------------------------- inference

def gpt_infer():
    random = np.random.default_rng(2)
    params = gpt_params(random)
    tokens = random.integers(0, VOCABULARY, (BATCH, LENGTH)).astype(np.int32)

    def step(params, tokens):
        return forward(params, tokens)

    return Model("tensor and data parallelism, forward only", step, {
        "params": Argument(params, "parameter", by_name(MEGATRON)),
        "tokens": Argument(tokens, "batch", P("data")),
    }, MESH)


def attend_cache(x, p, cache, pos):
    """Writes this token's key and value at `pos` and attends to all up to it."""
    qkv = jnp.einsum("bd,dke->bke", x, p["qkv"]).reshape(x.shape[0], 3, HEADS, HEAD)
    q, k, v = jnp.moveaxis(qkv, 1, 0)
    keys = lax.dynamic_update_slice(cache["k"], k[:, None], (0, pos, 0, 0))
    values = lax.dynamic_update_slice(cache["v"], v[:, None], (0, pos, 0, 0))
    scores = jnp.einsum("bhe,bkhe->bhk", q, keys) / np.sqrt(HEAD)
    weights = jax.nn.softmax(jnp.where(jnp.arange(LENGTH) <= pos, scores, -1e9), axis=-1)
    out = jnp.einsum("bhk,bkhe->bhe", weights, values).reshape(x.shape) @ p["proj"]
    return out, {"k": keys, "v": values}


def gpt_decode():
    random = np.random.default_rng(3)
    params = gpt_params(random)
    entry = lambda: normal(random, BATCH, LENGTH, HEADS, HEAD, scale=1.0)

    def step(cache, token, pos, params):
        x = params["tok"][token] + lax.dynamic_index_in_dim(params["pos"], pos, 0, keepdims=False)
        new = []
        for p, old in zip(params["blocks"], cache):
            out, written = attend_cache(layer_norm(x, **p["ln1"]), p, old, pos)
            new.append(written)
            x = x + out
            x = x + feed_forward(layer_norm(x, **p["ln2"]), p)
        logits = layer_norm(x, **params["lnf"]) @ params["tok"].T
        return new, jnp.argmax(logits, -1).astype(jnp.int32), pos + 1

    return Model("one decoding step, cache sharded by batch and head, arg-max", step, {
        "cache": Argument([{"k": entry(), "v": entry()} for _ in range(LAYERS)], "cache", P("data", None, "model", None)),
        "token": Argument(random.integers(0, VOCABULARY, (BATCH,)).astype(np.int32), "batch", P("data")),
        "pos": Argument(np.int32(5), "step"),
        "params": Argument(params, "parameter", by_name(MEGATRON)),
    }, MESH, carried=3)


MODELS = [gpt_train, gpt_zero_train, gpt_plain_train, gpt_infer, gpt_decode]
