"""A mixture of experts: examples in groups, each token to its best expert, within a capacity."""
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.sharding import PartitionSpec as P

from common import Argument, Model, initial, normal, unannotated, update

GROUPS, TOKENS, WIDTH, HIDDEN, EXPERTS, CAPACITY = 8, 16, 24, 48, 8, 4


def route(x, gate):
    """Dispatch [groups, tokens, experts, capacity] of zeros and ones, and the same scaled by the gate."""
    probabilities = jax.nn.softmax(x @ gate)
    chosen = jax.nn.one_hot(jnp.argmax(probabilities, -1), EXPERTS)
    before = jnp.sum((jnp.cumsum(chosen, 1) - chosen) * chosen, -1)
    dispatch = jnp.einsum("gse,gsc->gsec", chosen, jax.nn.one_hot(before.astype(jnp.int32), CAPACITY))
    return dispatch, dispatch * jnp.max(probabilities, -1)[..., None, None]


def moe_plain_train():
    random = np.random.default_rng(11)
    params = {"into": normal(random, WIDTH, WIDTH), "gate": normal(random, WIDTH, EXPERTS),
              "wi": np.stack([normal(random, WIDTH, HIDDEN) for _ in range(EXPERTS)]), "bi": normal(random, EXPERTS, HIDDEN, scale=0.1),
              "wo": np.stack([normal(random, HIDDEN, WIDTH) for _ in range(EXPERTS)]), "head": normal(random, WIDTH, 6)}
    sgd = optax.sgd(0.05, momentum=0.9)

    def loss_fn(params, x, y):
        x = x @ params["into"]
        dispatch, combine = route(x, params["gate"])
        h = jnp.einsum("gsec,gsd->egcd", dispatch, x)
        h = jax.nn.relu(jnp.einsum("egcd,edf->egcf", h, params["wi"]) + params["bi"][:, None, None])
        h = jnp.einsum("egcf,efd->egcd", h, params["wo"])
        x = x + jnp.einsum("gsec,egcd->gsd", combine, h)
        return jnp.mean(jnp.square(x @ params["head"] - y))

    def step(params, opt, x, y):
        return update(sgd, loss_fn, params, opt, x, y)

    model = Model("experts of a mixture, dispatched in groups", step, {
        "params": Argument(params, "parameter"),
        "opt": Argument(initial(sgd, params), "optimizer"),
        "x": Argument(normal(random, GROUPS, TOKENS, WIDTH, scale=1.0), "batch", P("expert")),
        "y": Argument(normal(random, GROUPS, TOKENS, 6, scale=1.0), "batch", P("expert")),
    }, {"expert": 4}, carried=2)
    return unannotated(model, {"expert": 4}, data="")


MODELS = [moe_plain_train]
