"""Weights whose columns are slices: queries, keys and values of one product, and a gate with what it gates."""
import jax
import jax.numpy as jnp
import numpy as np
import optax

from common import DOUBLE, FLOAT, Argument, Model, causal, cross_entropy, initial, normal, rms_norm, unannotated, update

LAYERS, HEADS, BATCH = (1, 8, 8) if DOUBLE else (2, 4, 4)
LENGTH, WIDTH, HIDDEN, VOCABULARY = 16, 32, 64, 64


def fused_plain_train():
    random = np.random.default_rng(12)
    block = lambda: {"g1": np.ones(WIDTH, FLOAT), "qkv": normal(random, WIDTH, 3 * WIDTH), "qkv_b": normal(random, 3 * WIDTH, scale=0.1),
                     "proj": normal(random, WIDTH, WIDTH), "g2": np.ones(WIDTH, FLOAT), "gate_up": normal(random, WIDTH, 2 * HIDDEN),
                     "down": normal(random, HIDDEN, WIDTH)}
    params = {"tok": normal(random, VOCABULARY, WIDTH, scale=0.5), "blocks": [block() for _ in range(LAYERS)]}
    sgd = optax.sgd(0.05, momentum=0.9)

    def layer(x, p):
        q, k, v = (t.reshape(BATCH, LENGTH, HEADS, -1) for t in jnp.split(rms_norm(x, p["g1"]) @ p["qkv"] + p["qkv_b"], 3, -1))
        scores = jnp.einsum("bqhe,bkhe->bhqk", q, k) / np.sqrt(WIDTH // HEADS)
        weights = jax.nn.softmax(jnp.where(causal(LENGTH), scores, -1e9))
        x = x + jnp.einsum("bhqk,bkhe->bqhe", weights, v).reshape(x.shape) @ p["proj"]
        gate, up = jnp.split(rms_norm(x, p["g2"]) @ p["gate_up"], 2, -1)
        return x + (jax.nn.silu(gate) * up) @ p["down"]

    def loss_fn(params, tokens, labels):
        x = params["tok"][tokens]
        for p in params["blocks"]:
            x = layer(x, p)
        return cross_entropy(x @ params["tok"].T, labels)

    def step(params, opt, tokens, labels):
        return update(sgd, loss_fn, params, opt, tokens, labels)

    tokens = random.integers(0, VOCABULARY, (BATCH, LENGTH)).astype(np.int32)
    model = Model("fused queries, keys and values; fused gate", step, {
        "params": Argument(params, "parameter"),
        "opt": Argument(initial(sgd, params), "optimizer"),
        "tokens": Argument(tokens, "batch"),
        "labels": Argument(np.roll(tokens, -1, 1), "batch"),
    }, {"model": 2}, carried=2)
    return unannotated(model, {"model": 2}, data="")


MODELS = [fused_plain_train]
