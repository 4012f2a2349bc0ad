"""Mixtures of experts: examples in groups, each token to its best expert, within a capacity; and tokens of all examples that
compete for the places of two experts each."""
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import lax
from jax.sharding import PartitionSpec as P

from common import Argument, Model, clipped_adamw, initial, normal, unannotated, update

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


# ---------------------------------------------------------------- one group

COMPETING, NARROW, INNER, PLACES, OUT = 64, 8, 16, 20, 6


def route_all(x, gate):
    """Combination [tokens, experts, places] of the two best experts of each token, first choices before second ones; a loss of balance."""
    probabilities = jax.nn.softmax(x @ gate)
    weights, chosen = lax.top_k(probabilities, 2)
    chosen = jax.nn.one_hot(chosen, EXPERTS, dtype=x.dtype)  # [tokens, 2, experts]
    ordered = jnp.moveaxis(chosen, 1, 0).reshape(-1, EXPERTS)
    place = jnp.moveaxis((jnp.cumsum(ordered, 0) - ordered).reshape(2, -1, EXPERTS), 0, 1)
    slot = jax.nn.one_hot(jnp.sum(place * chosen, -1).astype(jnp.int32), PLACES, dtype=x.dtype)
    weights = weights / jnp.sum(weights, -1, keepdims=True)
    combine = jnp.einsum("tk,tke,tkc->tec", weights, (place < PLACES) * chosen, slot)
    return combine, EXPERTS * jnp.mean(probabilities, 0) @ jnp.mean(chosen[:, 0], 0)


def competition(note, loss_fn, params, random, tokens, out):
    """A training step on tokens [tokens, NARROW], all of which compete, and what should come of them [tokens, out]."""
    adamw = clipped_adamw()

    def step(params, opt, x, y):
        return update(adamw, loss_fn, params, opt, x, y)

    return Model(note, step, {
        "params": Argument(params, "parameter"),
        "opt": Argument(initial(adamw, params), "optimizer"),
        "x": Argument(normal(random, tokens, NARROW, scale=1.0), "batch"),
        "y": Argument(normal(random, tokens, out, scale=1.0), "batch"),
    }, {"data": 8}, carried=2)


def moe_global_train():
    random = np.random.default_rng(16)
    params = {"gate": normal(random, NARROW, EXPERTS), "wi": np.stack([normal(random, NARROW, INNER) for _ in range(EXPERTS)]),
              "wo": np.stack([normal(random, INNER, NARROW) for _ in range(EXPERTS)]), "head": normal(random, NARROW, OUT)}

    def loss_fn(params, x, y):
        combine, balance = route_all(x, params["gate"])
        h = jnp.einsum("tec,td->ecd", (combine > 0).astype(x.dtype), x)
        h = jnp.einsum("ecf,efd->ecd", jax.nn.relu(jnp.einsum("ecd,edf->ecf", h, params["wi"])), params["wo"])
        x = x + jnp.einsum("tec,ecd->td", combine, h)
        return jnp.mean(jnp.square(x @ params["head"] - y)) + 0.01 * balance

    return competition("experts of a mixture, for whose places the tokens of all examples compete", loss_fn, params, random, COMPETING, OUT)


# ---------------------------------------------------------------- rows by expert

RAGGED = 32


def moe_ragged_train():
    random = np.random.default_rng(19)
    params = {"gate": normal(random, NARROW, EXPERTS), "wi": normal(random, EXPERTS, NARROW, INNER, scale=0.3), "wo": normal(random, EXPERTS, INNER, NARROW, scale=0.3)}

    def loss_fn(params, x, y):
        weights, chosen = lax.top_k(jax.nn.softmax(x @ params["gate"]), 2)
        order = jnp.argsort(chosen.reshape(-1))
        rows = jnp.bincount(chosen.reshape(-1), length=EXPERTS).astype(jnp.int32)
        h = lax.ragged_dot(jnp.repeat(x, 2, 0)[order], params["wi"], rows)
        h = lax.ragged_dot(jax.nn.relu(h), params["wo"], rows)[jnp.argsort(order)].reshape(RAGGED, 2, NARROW)
        return jnp.mean(jnp.square(jnp.sum(h * weights[..., None], 1) - y))

    return competition("experts of a mixture, to which the tokens of all examples are sorted", loss_fn, params, random, RAGGED, NARROW)


MODELS = [moe_plain_train]
