"""A multilayer perceptron under data parallelism: exact GELU, SGD with momentum."""
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.sharding import PartitionSpec as P

from common import Argument, Model, clipped_adamw, cross_entropy, initial, normal, unannotated, update


def mlp_train():
    batch, widths = 48, [20, 64, 40, 10]
    random = np.random.default_rng(1)
    params = [{"w": normal(random, i, o), "b": normal(random, o, scale=0.1)} for i, o in zip(widths, widths[1:])]
    sgd = optax.sgd(0.05, momentum=0.9)

    def loss_fn(params, x, y):
        for layer in params[:-1]:
            x = jax.nn.gelu(x @ layer["w"] + layer["b"], approximate=False)
        return jnp.mean(jnp.square(x @ params[-1]["w"] + params[-1]["b"] - y))

    def step(params, opt, x, y):
        return update(sgd, loss_fn, params, opt, x, y)

    return Model("data parallelism, exact GELU, SGD with momentum", step, {
        "params": Argument(params, "parameter"),
        "opt": Argument(initial(sgd, params), "optimizer"),
        "x": Argument(normal(random, batch, widths[0], scale=1.0), "batch", P("data")),
        "y": Argument(normal(random, batch, widths[-1], scale=1.0), "batch", P("data")),
    }, {"data": 8}, carried=2)


def mlp_plain_train():
    return unannotated(mlp_train(), {"data": 8}, data="mlp_train")


def uneven_train():
    """No number of devices divides anything, and means, maxima and exponentials would show what pads a shard."""
    batch, widths = 13, [11, 37, 23, 5]
    random = np.random.default_rng(15)
    params = [{"w": normal(random, i, o), "b": normal(random, o, scale=0.1)} for i, o in zip(widths, widths[1:])]
    adamw = clipped_adamw()

    def loss_fn(params, x, labels):
        for layer in params[:-1]:
            x = jnp.tanh(x @ layer["w"] + layer["b"])
        logits = x @ params[-1]["w"] + params[-1]["b"]
        return cross_entropy(logits, labels) + 0.1 * jnp.max(jnp.abs(logits)) + 1e-3 * jnp.mean(jnp.exp(x))

    def step(params, opt, x, labels):
        return update(adamw, loss_fn, params, opt, x, labels)

    return Model("odd sizes only", step, {
        "params": Argument(params, "parameter"),
        "opt": Argument(initial(adamw, params), "optimizer"),
        "x": Argument(normal(random, batch, widths[0], scale=1.0), "batch"),
        "labels": Argument(random.integers(0, widths[-1], (batch,)).astype(np.int32), "batch"),
    }, {"data": 8}, carried=2)


MODELS = [mlp_train, mlp_plain_train]
