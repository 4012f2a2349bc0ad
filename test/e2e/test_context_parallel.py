"""Context parallelism by keys and values (`ring`): positions are split everywhere, queries inside attention too; blocks of keys and values go
round, and their gradients are added up and split again. Equal to one device, and moving what a ring pass moves: 2 b s h_kv (c-1)/c elements
per layer forward, twice that backward, and the first again where a layer is computed again."""
import math
import re

import pytest

from harness import BIN, assert_close, compile_to, per_kind, run
from test_placements import placed
from test_tensor_parallel import train  # noqa: F401, the fixture

SEQ2, SEQ4, BOTH = {"seq": 2}, {"seq": 4}, {"data": 2, "seq": 4}
CASES = ([(name, "ring@seq", mesh) for name in ("gpt_plain_train", "llama_train", "t5_train", "fused_plain_train") for mesh in (SEQ2, SEQ4)]
         + [(name, f"{data}@data+ring@seq", BOTH) for name in ("gpt_plain_train", "llama_train", "t5_train") for data in ("ddp", "zero3")]
         + [("gpt_plain_train", "zero3+ring@seq", {"seq": 8}), ("llama_bf16_train", "ring@seq", SEQ2),
            ("llama_train", "tp@model+ring@seq", {"model": 2, "seq": 2}), ("gpt_plain_train", "tp+sp@model+ring@seq", {"model": 2, "seq": 2})])
IDS = ["-".join([name, strategy, *map(str, mesh.values())]) for name, strategy, mesh in CASES]


@pytest.mark.parametrize("name,strategy,mesh", CASES, ids=IDS)
def test_training_equals_one_device(train, name, strategy, mesh):
    model, report, results, stats = train(name, strategy, mesh)
    assert_close(results, model.expected(3), model.meta["tolerance"])
    assert per_kind(stats["collectives"]) == per_kind(report["collectives"])


@pytest.mark.parametrize("name,strategy,mesh", [c for c in CASES if "sp@" not in c[1]], ids=[i for i in IDS if "sp@" not in i])
def test_all_bytes_are_predicted(train, name, strategy, mesh):
    """The closed form reads what place states: everything that moves, by kind, the shift of T5's targets included.
    Not with tp+sp, where partition brings the first lookup's positions into another order than is stated, for fewer bytes."""
    _, report, _, stats = train(name, strategy, mesh)
    counted, predicted = ({kind: bytes_ for kind, (_, bytes_) in per_kind(c).items()} for c in (stats["collectives"], report["predicted_traffic"]))
    assert report["lower_bounds"] == []
    assert counted == predicted


def attentions(name, report):
    """(layers, examples x positions of keys, hidden size of keys, bytes of an element) of each kind of attention."""
    shape = {a["name"]: a["shape"] for a in report["arguments"]}
    if "params['layers']['k']" in shape:  # Llama: keys have heads of their own
        layers, _, *heads = shape["params['layers']['k']"]
        return [(layers, math.prod(shape["tokens"]), math.prod(heads), 2 if "bf16" in name else 4)]
    if "source" in shape:  # T5: the encoder's, the decoder's, and across; each has one layer
        hidden = math.prod(shape["params['enc']['a']['k']"][1:])
        source, target = math.prod(shape["source"]), math.prod(shape["target"])
        return [(1, source, hidden, 4), (1, target, hidden, 4), (1, source, hidden, 4)]
    hidden = shape["params['tok']"][-1]
    return [(2, math.prod(shape["tokens"]), hidden, 4)]


def of_positions(collectives, kind, sizes):
    """Bytes of the collectives of a kind over seq whose payload is that of keys or values: `sizes` in bytes received by one of them."""
    return sum(c["bytes_per_device"] for c in collectives if c["kind"] == kind and c["axes"] == ["seq"] and c["bytes_per_device"] // c["count"] in sizes)


@pytest.mark.parametrize("name,strategy,mesh", [c for c in CASES if c[1].startswith(("ring", "ddp", "zero3@"))],
                         ids=[i for c, i in zip(CASES, IDS) if c[1].startswith(("ring", "ddp", "zero3@"))])
def test_bytes_are_those_of_a_ring_pass(train, name, strategy, mesh):
    _, report, _, stats = train(name, strategy, mesh)
    c, examples = mesh["seq"], mesh.get("data", 1)
    kinds = attentions(name, report)
    one = [tokens * hidden * width * (c - 1) // c // examples for _, tokens, hidden, width in kinds]  # of keys or of values
    forward = sum(2 * bytes_ * layers for bytes_, (layers, *_) in zip(one, kinds))
    again = forward if name.startswith("llama") else 0  # its layers are computed again for the backward pass
    blocks = {size // (c - 1) for size in one}
    assert of_positions(stats["collectives"], "collective_permute", blocks) == forward + again + forward  # each product has its own blocks sent
    assert all(x["count"] % (c - 1) == 0 for x in stats["collectives"] if x["kind"] == "collective_permute" and x["bytes_per_device"] // x["count"] in blocks)
    assert of_positions(stats["collectives"], "reduce_scatter", set(one)) == forward  # of bf16 too: sums of its products are rounded first
    # Beyond these only a table of positions and single positions travel over the axis.
    other = [x for x in stats["collectives"] if x["axes"] == ["seq"] and x["kind"] in ("all_gather", "reduce_scatter", "all_to_all")
             and x["bytes_per_device"] // x["count"] not in one]
    assert sum(x["bytes_per_device"] for x in other) <= 24 * 32 * 4


def test_grouped_heads_send_less(train):
    """Llama has fewer heads of keys than of queries: the bytes are those of keys."""
    _, report, _, _ = train("llama_train", "ring@seq", SEQ2)
    shape = {a["name"]: a["shape"] for a in report["arguments"]}
    assert math.prod(shape["params['layers']['k']"][2:]) < math.prod(shape["params['layers']['q']"][2:])
    (layers, tokens, hidden, width), = attentions("llama_train", report)
    permutes = [c for c in report["collectives"] if c["kind"] == "collective_permute"]
    assert sum(c["bytes_per_device"] for c in permutes) == 3 * 2 * layers * tokens * hidden * width // 2


def test_check_compares_with_one_device(tmp_path):
    model, program, options = placed("llama_train", "ddp@data+ring@seq", BOTH, tmp_path)
    done = run(BIN / "plait-run", program, *options, "--inputs", model.inputs, "--steps", 2, "--check", "--tolerance", "1e-3")
    assert done.status == 0 and "8 ranks equal one device" in done.text, done.text


@pytest.mark.parametrize("word", ["ring", "ulysses", "cp"])
def test_positions_must_divide(tmp_path, word):
    """24 positions over 5 devices: one error, no program in which every device computes everything."""
    _, program, options = placed("gpt_plain_train", f"{word}@seq", {"seq": 5}, tmp_path)
    done = compile_to(tmp_path / "exe", program, *options)
    assert done.status == 1 and done.errors == 1, done.text
    assert re.search(r"'seq' \(5 devices\) must divide the positions .* got: tokens with 24, labels with 24", done.text), done.text
    assert not (tmp_path / "exe").exists()
