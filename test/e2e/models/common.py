"""What the models share: the description of one, layers, losses and the optimizer's step."""
from dataclasses import dataclass
from typing import Any, Callable

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import lax
from jax.sharding import PartitionSpec as P

DOUBLE = jax.config.jax_enable_x64  # export.py --f64: every float is double, and models have fewer layers and eight heads
FLOAT = np.float64 if DOUBLE else np.float32


@dataclass
class Argument:
    """One argument of a step: a tree of NumPy arrays, the training state it is, and how it is sharded.

    `spec` is a PartitionSpec, a function from (path, leaf) to one, or None: not annotated."""
    value: Any
    state: str  # parameter | optimizer | batch | cache | step
    spec: Any = P()


@dataclass
class Model:
    """`step(*arguments)`; its first `carried` results replace the first `carried` arguments in the next step."""
    note: str
    step: Callable
    arguments: dict  # name -> Argument, in the order of the step's parameters
    mesh: dict  # axis -> size
    carried: int = 0
    tolerance: float = 1e-4  # of a tensor's largest value
    data: str = ""  # another model, whose inputs and results are the same


def unannotated(model, mesh, data):
    """The same program without a sharding in it, for options to shard. `data` names it with shardings."""
    for argument in model.arguments.values():
        argument.spec = None
    model.mesh = mesh
    model.data = data
    model.note += "; no annotations"
    return model


# ---------------------------------------------------------------- parameters

def normal(random, *shape, scale=None):
    scale = 1 / np.sqrt(shape[0]) if scale is None else scale
    return (random.standard_normal(shape) * scale).astype(FLOAT)


def keys(path):
    """The dictionary keys of a leaf's path, outermost first."""
    return [k.key for k in path if isinstance(k, jax.tree_util.DictKey)]


def by_name(table):
    """A spec that looks a leaf up by its last key; whatever `table` lacks is replicated."""
    return lambda path, leaf: table.get((keys(path) or [""])[-1], P()) if leaf.ndim else P()


# ---------------------------------------------------------------- layers

def layer_norm(x, g, b):
    mean = jnp.mean(x, -1, keepdims=True)
    variance = jnp.mean(jnp.square(x - mean), -1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * g + b


def rms_norm(x, g):
    square = jnp.mean(jnp.square(x.astype(FLOAT)), -1, keepdims=True)
    return (x * lax.rsqrt(square + 1e-6)).astype(x.dtype) * g


def causal(n):
    return jnp.tril(jnp.ones((n, n), bool))


# ---------------------------------------------------------------- training

def cross_entropy(logits, labels):
    logp = jax.nn.log_softmax(logits.astype(FLOAT))
    return -jnp.mean(jnp.take_along_axis(logp, labels[..., None], axis=-1))


def clipped_adamw():
    return optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(1e-2, weight_decay=0.01))


def update(optimizer, loss_fn, params, opt_state, *batch):
    """One training step. Its last result also holds the norm of the gradients: it shows a gradient of
    wrong scale, which clipping would hide."""
    loss, grads = jax.value_and_grad(loss_fn)(params, *batch)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, {"loss": loss, "grad_norm": optax.global_norm(grads)}


def initial(optimizer, params):
    return jax.tree.map(np.asarray, optimizer.init(params))
