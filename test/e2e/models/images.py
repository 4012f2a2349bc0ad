"""Models of images: a vision transformer of patches and a class token, and a residual network with batch statistics. Exported in
double precision only: JAX itself deviates more than a tolerance from itself where statistics of a batch divide."""
import inspect

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from common import Argument, Model, clipped_adamw, cross_entropy, initial, layer_norm, normal, update

BATCH, CLASSES = 16, 10


def step_of(loss_fn, optimizer):
    def step(params, opt_state, images, labels):
        return update(optimizer, loss_fn, params, opt_state, images, labels)

    def step_with_key(params, opt_state, images, labels, key):
        return update(optimizer, loss_fn, params, opt_state, images, labels, key)

    return step_with_key if "key" in inspect.signature(loss_fn).parameters else step


def model_of(note, params, loss_fn, images, random, **further):
    adamw = clipped_adamw()
    labels = random.integers(0, CLASSES, (BATCH,)).astype(np.int32)
    return Model(note, step_of(loss_fn, adamw), {
        "params": Argument(params, "parameter"),
        "opt_state": Argument(initial(adamw, params), "optimizer"),
        "images": Argument(images, "batch"),
        "labels": Argument(labels, "batch"),
        **further,
    }, {"data": 8}, carried=2)


def convolved(x, weight, stride=1, padding="SAME"):
    return lax.conv_general_dilated(x, weight, (stride, stride), padding, dimension_numbers=("NHWC", "HWIO", "NHWC"))


# ---------------------------------------------------------------- patches

WIDTH, HEADS, PATCH, SIZE, HIDDEN = 24, 4, 4, 12, 48


def attention(x, p):
    q, k, v = jnp.moveaxis(jnp.einsum("bsd,dkhe->bskhe", x, p["qkv"]), 2, 0)
    weights = jax.nn.softmax(jnp.einsum("bqhe,bkhe->bhqk", q, k) / np.sqrt(WIDTH // HEADS))
    return jnp.einsum("bhqk,bkhe,hed->bqd", weights, v, p["proj"])


def vit_train():
    random = np.random.default_rng(13)
    count = (SIZE // PATCH)**2
    gain = lambda: {"g": 1 + normal(random, WIDTH, scale=0.1), "b": normal(random, WIDTH, scale=0.1)}
    params = {"patch": normal(random, PATCH, PATCH, 3, WIDTH, scale=0.1), "cls": normal(random, WIDTH, scale=0.1),
              "pos": normal(random, count + 1, WIDTH, scale=0.1), "ln1": gain(), "qkv": normal(random, WIDTH, 3, HEADS, WIDTH // HEADS),
              "proj": normal(random, HEADS, WIDTH // HEADS, WIDTH), "ln2": gain(), "up": normal(random, WIDTH, HIDDEN),
              "down": normal(random, HIDDEN, WIDTH), "head": normal(random, WIDTH, CLASSES)}

    def loss_fn(p, images, labels, key):
        x = convolved(images, p["patch"], PATCH, "VALID").reshape(BATCH, count, WIDTH)
        x = jnp.concatenate([jnp.broadcast_to(p["cls"], (BATCH, 1, WIDTH)), x], 1) + p["pos"]
        x = jnp.where(jax.random.bernoulli(jax.random.wrap_key_data(key), 0.9, x.shape), x / 0.9, 0.0)
        x = x + attention(layer_norm(x, **p["ln1"]), p)
        x = x + jax.nn.gelu(layer_norm(x, **p["ln2"]) @ p["up"]) @ p["down"]
        return cross_entropy(x[:, 0] @ p["head"], labels)

    images = normal(random, BATCH, SIZE, SIZE, 3, scale=1.0)
    key = Argument(np.array([0, 7], np.uint32), "step")  # no example: the same on every device
    return model_of("patches by a convolution, a class token, dropout, attention over ten positions", params, loss_fn, images, random, key=key)


# ---------------------------------------------------------------- convolutions

CHANNELS = 8


def batch_norm(x, g, b):
    return (x - jnp.mean(x, (0, 1, 2))) * lax.rsqrt(jnp.var(x, (0, 1, 2)) + 1e-5) * g + b


def resnet_train():
    random = np.random.default_rng(14)
    kernel = lambda size, i, o: normal(random, size, size, i, o, scale=np.sqrt(2 / (size * size * i)))
    gain = lambda n: {"g": 1 + normal(random, n, scale=0.1), "b": normal(random, n, scale=0.1)}
    params = {"stem": kernel(3, 3, CHANNELS), "n0": gain(CHANNELS), "c1": kernel(3, CHANNELS, 2 * CHANNELS), "n1": gain(2 * CHANNELS),
              "c2": kernel(3, 2 * CHANNELS, 2 * CHANNELS), "n2": gain(2 * CHANNELS), "skip": kernel(1, CHANNELS, 2 * CHANNELS),
              "head": normal(random, 2 * CHANNELS, CLASSES)}

    def loss_fn(p, images, labels):
        x = jax.nn.relu(batch_norm(convolved(images, p["stem"]), **p["n0"]))
        x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
        h = jax.nn.relu(batch_norm(convolved(x, p["c1"], 2), **p["n1"]))
        h = batch_norm(convolved(h, p["c2"]), **p["n2"])
        x = jax.nn.relu(h + convolved(x, p["skip"], 2))
        return cross_entropy(jnp.mean(x, (1, 2)) @ p["head"], labels)

    images = normal(random, BATCH, 12, 12, 3, scale=1.0)
    return model_of("strided and 1x1 convolutions, batch statistics, overlapping max-pool", params, loss_fn, images, random)


MODELS = [vit_train, resnet_train]
