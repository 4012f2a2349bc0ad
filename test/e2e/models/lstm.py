"""A recurrent network: a loop whose carried state is sharded, a collective in every iteration, backward through time."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import PartitionSpec as P

from common import Argument, Model, by_name, clipped_adamw, cross_entropy, initial, normal, update

INPUT, HIDDEN, LENGTH, BATCH, VOCABULARY = 20, 32, 15, 16, 50
SPECS = {"wx": P(None, None, "model"), "wh": P(None, None, "model"), "b": P(None, "model"), "out": P("model")}


def lstm_train():
    random = np.random.default_rng(12)
    params = {"emb": normal(random, VOCABULARY, INPUT, scale=0.3), "wx": normal(random, INPUT, 4, HIDDEN),
              "wh": normal(random, HIDDEN, 4, HIDDEN), "b": normal(random, 4, HIDDEN, scale=0.1),
              "out": normal(random, HIDDEN, VOCABULARY)}
    adamw = clipped_adamw()
    tokens = random.integers(0, VOCABULARY, (BATCH, LENGTH)).astype(np.int32)

    def loss_fn(params, tokens, labels):
        def cell(carry, x):
            h, c = carry
            gates = jnp.einsum("bd,dkh->bkh", x, params["wx"]) + jnp.einsum("bh,hkj->bkj", h, params["wh"])
            i, f, g, o = jnp.moveaxis(gates + params["b"], 1, 0)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h

        zero = jnp.zeros((tokens.shape[0], HIDDEN))
        _, outputs = lax.scan(cell, (zero, zero), jnp.moveaxis(params["emb"][tokens], 1, 0))
        return cross_entropy(jnp.moveaxis(outputs, 0, 1) @ params["out"], labels)

    def step(params, opt_state, tokens, labels):
        return update(adamw, loss_fn, params, opt_state, tokens, labels)

    return Model(__doc__.strip().replace("\n", " "), step, {
        "params": Argument(params, "parameter", by_name(SPECS)),
        "opt_state": Argument(initial(adamw, params), "optimizer", by_name(SPECS)),
        "tokens": Argument(tokens, "batch", P("data")),
        "labels": Argument(np.roll(tokens, -1, 1), "batch", P("data")),
    }, {"data": 4, "model": 2}, carried=2)


MODELS = [lstm_train]
