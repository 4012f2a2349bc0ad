"""A recommendation model: embedding tables sharded by row, so gather and scatter of a sharded dimension; features
crossed by index; Adagrad."""
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.sharding import PartitionSpec as P

from common import FLOAT, Argument, Model, initial, keys, normal, update

TABLES, ROWS, WIDTH, DENSE, BAG, BATCH = 3, 40, 16, 12, 4, 32


def spec(path, leaf):
    return P("model") if "emb" in keys(path) and leaf.ndim == 2 else P()


def dlrm_train():
    random = np.random.default_rng(9)
    features = TABLES + 1
    pairs = np.triu_indices(features, 1)
    params = {"emb": [normal(random, ROWS * (i + 1), WIDTH, scale=0.3) for i in range(TABLES)],
              "bot": [normal(random, DENSE, 24), normal(random, 24, WIDTH)],
              "top": [normal(random, WIDTH + len(pairs[0]), 20), normal(random, 20, 1)]}
    adagrad = optax.adagrad(0.05)

    def loss_fn(params, dense, ids, y):
        x = jax.nn.relu(jax.nn.relu(dense @ params["bot"][0]) @ params["bot"][1])
        bags = [jnp.sum(table[ids[:, i]], 1) for i, table in enumerate(params["emb"])]
        z = jnp.stack([x] + bags, 1)
        crossed = jnp.einsum("bnd,bmd->bnm", z, z)[:, pairs[0], pairs[1]]
        logit = (jax.nn.relu(jnp.concatenate([x, crossed], 1) @ params["top"][0]) @ params["top"][1])[:, 0]
        return jnp.mean(jnp.maximum(logit, 0) - logit * y + jnp.log1p(jnp.exp(-jnp.abs(logit))))

    def step(params, opt_state, dense, ids, y):
        return update(adagrad, loss_fn, params, opt_state, dense, ids, y)

    ids = np.stack([random.integers(0, ROWS * (i + 1), (BATCH, BAG)) for i in range(TABLES)], 1).astype(np.int32)
    return Model(__doc__.strip().replace("\n", " "), step, {
        "params": Argument(params, "parameter", spec),
        "opt_state": Argument(initial(adagrad, params), "optimizer", spec),
        "dense": Argument(normal(random, BATCH, DENSE, scale=1.0), "batch", P("data")),
        "ids": Argument(ids, "batch", P("data")),
        "y": Argument(random.integers(0, 2, (BATCH,)).astype(FLOAT), "batch", P("data")),
    }, {"data": 2, "model": 4}, carried=2)


MODELS = [dlrm_train]
