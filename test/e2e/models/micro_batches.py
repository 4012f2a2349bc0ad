"""Micro-batches whose gradients a loop adds up: statistics of each batch, SGD with Nesterov momentum, and a vector that eight devices do not divide."""
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import lax

from common import FLOAT, Argument, Model, cross_entropy, initial, normal

MICRO_BATCHES, BATCH, INPUT, HIDDEN, CLASSES = 3, 8, 18, 24, 6


def batch_norm(x, g, b):
    return (x - jnp.mean(x, 0)) * lax.rsqrt(jnp.var(x, 0) + 1e-5) * g + b


def accum_train():
    random = np.random.default_rng(17)
    params = {"w": normal(random, INPUT, HIDDEN), "g": np.ones(HIDDEN, FLOAT), "b": np.zeros(HIDDEN, FLOAT),
              "out": {"w": normal(random, HIDDEN, CLASSES), "b": normal(random, CLASSES, scale=0.1)}}
    nesterov = optax.sgd(0.1, momentum=0.9, nesterov=True)

    def loss_fn(params, x, labels):
        h = jax.nn.relu(batch_norm(x @ params["w"], params["g"], params["b"]))
        return cross_entropy(h @ params["out"]["w"] + params["out"]["b"], labels)

    def step(params, opt, x, labels):
        def add(sums, batch):
            return jax.tree.map(jnp.add, sums, jax.value_and_grad(loss_fn)(params, *batch)), None

        zero = (jnp.zeros((), FLOAT), jax.tree.map(jnp.zeros_like, params))
        sums, _ = lax.scan(add, zero, (x, labels))
        loss, grads = jax.tree.map(lambda sum: sum / MICRO_BATCHES, sums)
        updates, opt = nesterov.update(grads, opt, params)
        return optax.apply_updates(params, updates), opt, {"loss": loss, "grad_norm": optax.global_norm(grads)}

    return Model(__doc__.strip(), step, {
        "params": Argument(params, "parameter"),
        "opt": Argument(initial(nesterov, params), "optimizer"),
        "x": Argument(normal(random, MICRO_BATCHES, BATCH, INPUT, scale=1.0), "batch"),
        "labels": Argument(random.integers(0, CLASSES, (MICRO_BATCHES, BATCH)).astype(np.int32), "batch"),
    }, {"data": 8}, carried=2)


MODELS = [accum_train]
