#!/usr/bin/env python3
"""Prints a training step of a 70B decoder as JAX exports it: from shapes, without data.

  llama70b.py [--layers 80] [--batch 64] [--seq 4096] [--dtype bf16|f32] > llama70b.mlir

RMS norms, rotary positions, grouped-query attention, a gated feed-forward part, a scan over the layers with
rematerialisation, Adam with f32 moments (and f32 master weights where the parameters are f32). The shapes are those of
Llama 2 70B: width 8192, feed-forward 28672, 64 heads and 8 key-value heads of 128, 32000 tokens, 80 layers.

Needs jax. `will-it-fit.py` asks Plait what the step needs on 64 to 1,024 devices.
"""
import argparse
import re

import jax
import jax.numpy as jnp

WIDTH, HIDDEN, HEADS, KV_HEADS, HEAD, VOCABULARY = 8192, 28672, 64, 8, 128, 32000


def parameters(layers, dtype):
    leaf = lambda *shape: jax.ShapeDtypeStruct(shape, dtype)
    return {
        "embed": leaf(VOCABULARY, WIDTH),
        "layers": {
            "attention_norm": leaf(layers, WIDTH), "ffn_norm": leaf(layers, WIDTH),
            "wq": leaf(layers, WIDTH, HEADS, HEAD), "wk": leaf(layers, WIDTH, KV_HEADS, HEAD),
            "wv": leaf(layers, WIDTH, KV_HEADS, HEAD), "wo": leaf(layers, HEADS, HEAD, WIDTH),
            "gate": leaf(layers, WIDTH, HIDDEN), "up": leaf(layers, WIDTH, HIDDEN), "down": leaf(layers, HIDDEN, WIDTH),
        },
        "norm": leaf(WIDTH),
        "unembed": leaf(WIDTH, VOCABULARY),
    }


def rms_norm(x, gain):
    wide = x.astype(jnp.float32)
    scale = jax.lax.rsqrt(jnp.mean(wide * wide, -1, keepdims=True) + 1e-5)
    return (wide * scale).astype(x.dtype) * gain


def rotary(x):
    half = HEAD // 2
    rate = 10000.0 ** (-jnp.arange(half, dtype=jnp.float32) / half)
    angle = jnp.arange(x.shape[1], dtype=jnp.float32)[:, None] * rate
    cos, sin = (f(angle)[None, :, None].astype(x.dtype) for f in (jnp.cos, jnp.sin))
    a, b = x[..., :half], x[..., half:]
    return jnp.concatenate([a * cos - b * sin, b * cos + a * sin], -1)


def attention(x, p):
    q, k, v = (jnp.einsum("bsd,dhe->bshe", x, p[name]) for name in ("wq", "wk", "wv"))
    q, k = rotary(q), rotary(k)
    q = q.reshape(*q.shape[:2], KV_HEADS, HEADS // KV_HEADS, HEAD)
    scores = jnp.einsum("bqgme,bkge->bgmqk", q, k).astype(jnp.float32) * HEAD ** -0.5
    position = jnp.arange(x.shape[1])
    scores = jnp.where(position[:, None] >= position[None, :], scores, -1e30)
    weights = jax.nn.softmax(scores, -1).astype(x.dtype)
    out = jnp.einsum("bgmqk,bkge->bqgme", weights, v).reshape(*x.shape[:2], HEADS, HEAD)
    return jnp.einsum("bshe,hed->bsd", out, p["wo"])


def layer(x, p):
    x = x + attention(rms_norm(x, p["attention_norm"]), p)
    h = rms_norm(x, p["ffn_norm"])
    return x + (jax.nn.silu(h @ p["gate"]) * (h @ p["up"])) @ p["down"], None


def loss_of(params, tokens, labels):
    x = params["embed"][tokens]
    x, _ = jax.lax.scan(jax.checkpoint(layer), x, params["layers"])
    logits = (rms_norm(x, params["norm"]) @ params["unembed"]).astype(jnp.float32)
    picked = jnp.take_along_axis(logits, labels[..., None], -1)[..., 0]
    return jnp.mean(jax.nn.logsumexp(logits, -1) - picked)


def adam(p, m, v, g, count):
    g = g.astype(jnp.float32)
    m, v = 0.9 * m + 0.1 * g, 0.95 * v + 0.05 * g * g
    step = (m / (1 - 0.9 ** count)) / (jnp.sqrt(v / (1 - 0.95 ** count)) + 1e-8)
    return (p.astype(jnp.float32) - 3e-4 * step).astype(p.dtype), m, v


def train_step(params, opt_state, tokens, labels):
    loss, grads = jax.value_and_grad(loss_of)(params, tokens, labels)
    count = opt_state["count"] + 1.0
    updated = jax.tree.map(lambda p, m, v, g: adam(p, m, v, g, count), params, opt_state["m"], opt_state["v"], grads)
    pick = lambda i: jax.tree.map(lambda _, u: u[i], params, updated)
    return pick(0), {"m": pick(1), "v": pick(2), "count": count}, {"loss": loss}


def lowered(layers, batch, seq, dtype):
    params = parameters(layers, dtype)
    moments = jax.tree.map(lambda leaf: jax.ShapeDtypeStruct(leaf.shape, jnp.float32), params)
    state = {"m": moments, "v": moments, "count": jax.ShapeDtypeStruct((), jnp.float32)}
    tokens = jax.ShapeDtypeStruct((batch, seq), jnp.int32)
    return jax.jit(train_step, donate_argnums=(0, 1)).lower(params, state, tokens, tokens)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--layers", type=int, default=80)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--seq", type=int, default=4096)
    parser.add_argument("--dtype", choices=["bf16", "f32"], default="bf16")
    options = parser.parse_args()
    text = lowered(options.layers, options.batch, options.seq,
                   {"bf16": jnp.bfloat16, "f32": jnp.float32}[options.dtype]).as_text(debug_info=True)
    print(re.sub(r'"/[^"]*/([^"/]+\.py)"', r'"\1"', text), end="")


if __name__ == "__main__":
    main()
