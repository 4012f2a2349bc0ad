"""A selective state space model: a causal convolution, and an associative scan over positions of states that the input decays and drives."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from common import Argument, Model, clipped_adamw, cross_entropy, initial, normal, update

BATCH, LENGTH, WIDTH, STATE, WINDOW, VOCABULARY = 8, 16, 20, 6, 4, 30


def causal_convolution(x, weights):
    padded = jnp.pad(x, ((0, 0), (WINDOW - 1, 0), (0, 0)))
    return sum(padded[:, i:i + LENGTH] * weights[i] for i in range(WINDOW))


def selective_scan(x, p):
    """h[t] = exp(dt A) h[t-1] + dt B x, y = C h + D x, where x says what dt, B and C are."""
    dt = jax.nn.softplus(x @ p["dt"] + p["dt_b"])
    decay = jnp.exp(dt[..., None] * -jnp.exp(p["a"]))
    drive = (dt * x)[..., None] * (x @ p["b"])[:, :, None]

    def compose(first, second):
        return first[0] * second[0], second[0] * first[1] + second[1]

    _, h = lax.associative_scan(compose, (decay, drive), axis=1)
    return jnp.einsum("bsdn,bsn->bsd", h, x @ p["c"]) + x * p["d"]


def mamba_train():
    random = np.random.default_rng(18)
    params = {"emb": normal(random, VOCABULARY, WIDTH, scale=0.5), "in": normal(random, WIDTH, 2 * WIDTH), "conv": normal(random, WINDOW, WIDTH, scale=0.5),
              "dt": normal(random, WIDTH, WIDTH), "dt_b": normal(random, WIDTH, scale=0.1), "a": normal(random, WIDTH, STATE, scale=0.5),
              "b": normal(random, WIDTH, STATE), "c": normal(random, WIDTH, STATE), "d": normal(random, WIDTH, scale=1.0),
              "out": normal(random, WIDTH, WIDTH), "head": normal(random, WIDTH, VOCABULARY)}
    adamw = clipped_adamw()

    def loss_fn(params, tokens, labels):
        x = params["emb"][tokens]
        u, gate = jnp.split(x @ params["in"], 2, -1)
        y = selective_scan(jax.nn.silu(causal_convolution(u, params["conv"])), params)
        return cross_entropy((x + (y * jax.nn.silu(gate)) @ params["out"]) @ params["head"], labels)

    def step(params, opt_state, tokens, labels):
        return update(adamw, loss_fn, params, opt_state, tokens, labels)

    tokens = random.integers(0, VOCABULARY, (BATCH, LENGTH)).astype(np.int32)
    return Model(__doc__.strip(), step, {
        "params": Argument(params, "parameter"),
        "opt_state": Argument(initial(adamw, params), "optimizer"),
        "tokens": Argument(tokens, "batch"),
        "labels": Argument(np.roll(tokens, -1, 1), "batch"),
    }, {"data": 8}, carried=2)


MODELS = [mamba_train]
