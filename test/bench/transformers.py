#!/usr/bin/env python3
"""Prints transformers as StableHLO, with shardings: parts of one layer, or training steps of many.

  transformers.py ffn|attention [--pass forward|backward|both] [--scheme NAME] [--sizes B=8,S=4,M=16,H=64,N=4,D=4] ...
  transformers.py train --layers 3 [--strategy bp+mp+z2] ...

ffn is y = relu(x W1) W2, attention softmax(Q K) V without a mask; backward computes again what the forward pass had, from
x, the weights and the cotangent of y; both does so behind a barrier, as jax.checkpoint does.

Schemes say how a layer lies on a mesh of axes x and y (letters as in --sizes):
  finalised   activations [B/x, S, M/y], weights [M/x, H/y] and [H/y, M/x]
  megatron    activations [B/x, S, M],   weights [M, H/y] and [H/y, M]
  batch       activations [B/(x,y), S, M], weights whole
  stationary  activations [B, S, M/(x,y)], weights [M/x, H/y] and [H/y, M/x]: small batches, weights do not move

Training steps have nine parameters a layer (two gains, four of attention, three of a gated feed-forward part) and one
embedding, used twice; a momentum for each. Strategies are joined by +, over the axes data and model:
  bp  the batch over data        mp  heads and hidden units over model
  z2  momenta of the attention's matrices and the embedding over data        z3  these parameters too
"""
import argparse

from tape import Program

SCHEMES = {  # activations, then weights by dimension: model width in, hidden out, and back
    "finalised": {"act": "x,-,y", "M": "x", "H": "y"},
    "megatron": {"act": "x,-,-", "M": "-", "H": "y"},
    "batch": {"act": "x+y,-,-", "M": "-", "H": "-"},
    "stationary": {"act": "-,-,x+y", "M": "x", "H": "y"},
}


def pairs(text):
    return {k: int(v) for k, v in (item.split("=") for item in text.split(","))}


# ---------------------------------------------------------------- parts of a layer

def softmax(p, x):
    """Over the last dimension; small numbers, so that nothing is subtracted."""
    e = p.exp(x)
    whole = p.broadcast(p.sum(e, [len(x.shape) - 1]), range(len(x.shape) - 1), x.shape)
    return p.div(e, whole)


def ffn(p, x, w1, w2):
    return p.einsum("bsh,hm->bsm", p.relu(p.einsum("bsm,mh->bsh", x, w1)), w2)


def attention(p, x, wq, wk, wv, wo):
    q, k, v = (p.einsum("bsm,mnd->bsnd", x, w) for w in (wq, wk, wv))
    heads = p.einsum("bnst,btnd->bsnd", softmax(p, p.einsum("bsnd,btnd->bnst", q, k)), v)
    return p.einsum("bsnd,ndm->bsm", heads, wo)


def weights_of(p, part, n, scheme):
    """The weights of a part as arguments, each with its sharding."""
    inner, outer = scheme["M"], scheme["H"]
    if part == "ffn":
        shapes = {"w1": ((n["M"], n["H"]), f"{inner},{outer}"), "w2": ((n["H"], n["M"]), f"{outer},{inner}")}
    else:
        shapes = {w: ((n["M"], n["N"], n["D"]), f"{inner},{outer},-") for w in ("wq", "wk", "wv")}
        shapes["wo"] = ((n["N"], n["D"], n["M"]), f"{outer},-,{inner}")
    return [(p.argument(f"params['{name}']", shape, sharding, n["dtype"]), sharding) for name, (shape, sharding) in shapes.items()]


def layer_part(part, passes, scheme, n, mesh):
    """Forward gives y; backward the cotangents of x and of the weights; both gives all of them."""
    p = Program(mesh)
    shape = (n["B"], n["S"], n["M"])
    function = {"ffn": ffn, "attention": attention}[part]
    x = p.argument("x", shape, scheme["act"], n["dtype"])
    weights = weights_of(p, part, n, scheme)
    values = [w for w, _ in weights]
    if passes != "backward":
        p.result(function(p, x, *values), scheme["act"])
    if passes != "forward":
        dy = p.argument("dy", shape, scheme["act"], n["dtype"])
        again = [x, *values]
        if passes == "both":
            *again, dy = p.barrier(*again, dy)
        dx, *grads = p.gradients(function(p, *again), again, dy)
        p.result(dx, scheme["act"])
        for grad, (_, sharding) in zip(grads, weights):
            p.result(grad, sharding)
    return p


# ---------------------------------------------------------------- training steps

def rms_norm(p, x, gain):
    """Over the last dimension."""
    outer = list(range(len(x.shape) - 1))
    mean = p.scale(p.sum(p.mul(x, x), [len(outer)]), 1 / x.shape[-1])
    near_zero = p.constant(1e-5, mean.shape, x.dtype)
    norm = p.broadcast(p.rsqrt(p.add(mean, near_zero)), outer, x.shape)
    return p.mul(p.mul(x, norm), p.broadcast(gain, [len(outer)], x.shape))


def gated(p, x, gate, up, down):
    hidden = p.mul(p.silu(p.einsum("bsm,mh->bsh", x, gate)), p.einsum("bsm,mh->bsh", x, up))
    return p.einsum("bsh,hm->bsm", hidden, down)


def causal(p, scores):
    """Zero weight for what comes later."""
    rank = len(scores.shape)
    future = p.compare("GT", p.iota(scores.shape, rank - 1), p.iota(scores.shape, rank - 2))
    return p.select(future, p.constant(-1e9, scores.shape), scores)


def self_attention(p, x, wq, wk, wv, wo):
    q, k, v = (p.einsum("bsm,mnd->bsnd", x, w) for w in (wq, wk, wv))
    scores = causal(p, p.scale(p.einsum("bsnd,btnd->bnst", q, k), q.shape[-1] ** -0.5))
    return p.einsum("bsnd,ndm->bsm", p.einsum("bnst,btnd->bsnd", softmax(p, scores), v), wo)


def cross_entropy(p, logits, labels):
    words = logits.shape[-1]
    outer = [0, 1]
    hot = p.compare("EQ", p.iota(logits.shape, 2), p.broadcast(labels, outer, logits.shape))
    picked = p.sum(p.select(hot, logits, p.constant(0, logits.shape)), [2])
    losses = p.sub(p.log(p.sum(p.exp(logits), [2])), picked)
    return p.scale(p.sum(losses, outer), 1 / (losses.shape[0] * losses.shape[1]))


LAYER = {  # name -> letters of its dimensions
    "n1": "M", "wq": "MND", "wk": "MND", "wv": "MND", "wo": "NDM", "n2": "M", "gate": "MH", "up": "MH", "down": "HM"}
SCATTERED = ("wq", "wk", "wv", "wo", "embedding")  # whose states z2 and z3 split over data, along the width


def sharding_of(name, letters, strategy, state):
    """mp splits heads and hidden units, z2 the width of momenta, z3 also that of parameters."""
    scattered = name in SCATTERED and ("z3" in strategy or ("z2" in strategy and state == "momentum"))
    axis = {"N": "model" if "mp" in strategy else "-", "H": "model" if "mp" in strategy else "-",
            "M": "data" if scattered else "-"}
    return ",".join(axis.get(letter, "-") for letter in letters)


def layer(p, x, n1, wq, wk, wv, wo, n2, gate, up, down):
    x = p.add(x, self_attention(p, rms_norm(p, x, n1), wq, wk, wv, wo))
    return p.add(x, gated(p, rms_norm(p, x, n2), gate, up, down))


def parameters(layers, loop):
    """(label, name, letters) of each; a loop has one stack per kind of parameter, L its layers."""
    if loop:
        names = [(f"['layers']['{name}']", name, "L" + letters) for name, letters in LAYER.items()]
    else:
        names = [(f"['layers'][{i}]['{name}']", name, letters) for i in range(layers) for name, letters in LAYER.items()]
    return names + [("['embedding']", "embedding", "VM")]


def decoder(p, tokens, params, loop):
    *weights, embedding = params
    x = p.take(embedding, tokens)
    if loop:
        x = p.scan(lambda x, *slices: layer(p, x, *slices), x, weights)
    for at in range(0, 0 if loop else len(weights), len(LAYER)):
        x = layer(p, x, *weights[at:at + len(LAYER)])
    return p.einsum("bsm,vm->bsv", x, embedding)


def training_step(layers, strategy, n, mesh, loop=False):
    """Arguments: parameters, momenta, tokens, labels; results: both states replaced, the loss."""
    p = Program(mesh)
    n = {**n, "L": layers}
    names = parameters(layers, loop)
    states = {}
    for state in ("params", "momentum"):
        states[state] = [p.argument(state + label, [n[c] for c in letters], sharding_of(name, letters, strategy, state))
                         for label, name, letters in names]
    batch = "data,-" if "bp" in strategy else "-,-"
    tokens, labels = (p.argument(name, (n["B"], n["S"]), batch, "i32") for name in ("tokens", "labels"))
    params = states["params"]
    loss = cross_entropy(p, decoder(p, tokens, params, loop), labels)
    updated = []
    for old, momentum, grad in zip(params, states["momentum"], p.gradients(loss, params)):
        mean = p.add(p.scale(momentum, 0.9), grad)
        updated.append((p.sub(old, p.scale(mean, 0.1)), mean))
    for at, (state, olds) in enumerate(states.items()):
        for (_, name, letters), old, new in zip(names, olds, updated):
            p.result(new[at], sharding_of(name, letters, strategy, state), replaces=old)
    p.result(loss)
    return p


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", choices=["ffn", "attention", "train"])
    parser.add_argument("--pass", dest="passes", default="forward", choices=["forward", "backward", "both"])
    parser.add_argument("--scheme", default="finalised", choices=SCHEMES)
    parser.add_argument("--strategy", default="bp+mp")
    parser.add_argument("--layers", type=int, default=1)
    parser.add_argument("--loop", action="store_true", help="one loop over stacked layers, each computed again backward")
    parser.add_argument("--sizes", default="", help="of B batch, S length, M width, H hidden, N heads, D head, V words")
    parser.add_argument("--mesh", default="", help="default: x=2,y=4 or data=4,model=2")
    parser.add_argument("--dtype", default="f32")
    options = parser.parse_args()
    sizes = {"B": 8, "S": 4, "M": 16, "H": 64, "N": 4, "D": 4, "V": 24, "dtype": options.dtype}
    if options.sizes:
        sizes.update(pairs(options.sizes))
    if options.program == "train":
        mesh = pairs(options.mesh or "data=4,model=2")
        print(training_step(options.layers, options.strategy.split("+"), sizes, mesh, options.loop).text(), end="")
    else:
        mesh = pairs(options.mesh or "x=2,y=4")
        print(layer_part(options.program, options.passes, SCHEMES[options.scheme], sizes, mesh).text(), end="")


if __name__ == "__main__":
    main()
