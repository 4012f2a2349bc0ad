"""A multilayer perceptron under data parallelism: exact GELU, SGD with momentum."""
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.sharding import PartitionSpec as P

from common import Argument, Model, initial, normal, unannotated, update


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


MODELS = [mlp_train, mlp_plain_train]
