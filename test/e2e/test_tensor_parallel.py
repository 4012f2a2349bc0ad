"""Tensor, sequence and expert parallelism of programs that say nothing of shardings: equal to one device, with the published collectives per layer."""
import pytest

from harness import assert_close, compiled, moved_bytes, per_kind, results_of
from test_placements import placed

# Of layers.
GPT, LLAMA = 2, 3
CASES = [("gpt_plain_train", "tp@model", {"model": 2}), ("gpt_plain_train", "tp@model", {"model": 4}), ("gpt_plain_train", "tp@model", {"model": 8}),
         ("gpt_plain_train", "ddp@data+tp@model", {"data": 4, "model": 2}), ("gpt_plain_train", "zero3@data+tp@model", {"data": 4, "model": 2}),
         ("gpt_plain_train", "tp+sp@model", {"model": 2}), ("gpt_plain_train", "ddp@data+tp+sp@model", {"data": 4, "model": 2}),
         ("gpt_plain_train", "ulysses@seq", {"seq": 4}), ("llama_train", "tp@model", {"model": 2}), ("llama_train", "tp+sp@model", {"model": 2}),
         ("llama_train", "ulysses@seq", {"seq": 2}), ("llama_train", "zero3@data+tp@model", {"data": 4, "model": 2}), ("t5_train", "tp@model", {"model": 4}),
         ("t5_train", "tp+sp@model", {"model": 2}), ("t5_train", "ulysses@seq", {"seq": 2}),
         ("fused_plain_train", "tp@model", {"model": 2}), ("fused_plain_train", "zero3@data+tp@model", {"data": 2, "model": 4}),
         ("fused_plain_train", "tp+sp@model", {"model": 4}), ("moe_plain_train", "ep@expert", {"expert": 4}),
         ("moe_plain_train", "ddp@data+ep@expert", {"data": 2, "expert": 4})]
IDS = ["-".join([name, strategy, *map(str, mesh.values())]) for name, strategy, mesh in CASES]


@pytest.fixture(scope="module")
def train(tmp_path_factory):
    """train(name, strategy, mesh): the model, the report, and results and counters of three steps; once per case."""
    made = {}

    def get(name, strategy, mesh):
        key = name, strategy, tuple(mesh.values())
        if key not in made:
            folder = tmp_path_factory.mktemp("placed")
            model, program, options = placed(name, strategy, mesh, folder)
            report = compiled(folder / "exe", program, *options)
            made[key] = (model, report, *results_of(folder / "exe", model.inputs, "--steps", 3))
        return made[key]

    return get


@pytest.mark.parametrize("name,strategy,mesh", CASES, ids=IDS)
def test_training_equals_one_device(train, name, strategy, mesh):
    model, report, results, stats = train(name, strategy, mesh)
    assert_close(results, model.expected(3), model.meta["tolerance"])
    assert per_kind(stats["collectives"]) == per_kind(report["collectives"])


@pytest.mark.parametrize("name,strategy,mesh", CASES, ids=IDS)
def test_counted_bytes_are_the_predicted(train, name, strategy, mesh):
    """To the byte, sums of activations and row statistics included. T5 shifts its labels by a position, which sends one to the neighbour."""
    _, report, _, stats = train(name, strategy, mesh)
    counted, predicted = moved_bytes(per_kind(stats["collectives"])), moved_bytes(per_kind(report["predicted_traffic"]))
    if (name, strategy) == ("t5_train", "ulysses@seq"):
        assert counted["collective_permute"] <= 8 * 4
    assert report["lower_bounds"] == []
    assert counted == predicted


def activation(report):
    """Elements between two layers: examples x positions x hidden."""
    shape = {a["name"]: a["shape"] for a in report["arguments"]}
    examples, positions = shape["tokens"]
    return examples * positions * shape["params['tok']"][-1]


def moved(report, kind, elements, axis="model"):
    """How many collectives of a kind over the axis move an f32 tensor of so many elements per device, loops multiplied out."""
    n = {a["name"]: a["size"] for a in report["mesh"]["axes"]}[axis]
    whole = {"all_reduce": 2, "all_gather": 1, "reduce_scatter": 1, "all_to_all": 1 / n}[kind] * (n - 1) / n * elements * 4
    return sum(c["count"] for c in report["collectives"] if c["kind"] == kind and c["axes"] == [axis] and c["bytes_per_device"] == whole * c["count"])


def bytes_moved(report, axis="model"):
    return sum(c["bytes_per_device"] for c in report["collectives"] if c["axes"] == [axis])


@pytest.mark.parametrize("n", [2, 4])
def test_a_layer_sums_activations_four_times(train, n):
    """Megatron: two sums forward, two backward; one more for the logits' input. Nothing else of that size moves."""
    _, report, _, _ = train("gpt_plain_train", "tp@model", {"model": n})
    elements = activation(report)
    assert moved(report, "all_reduce", elements) == 4 * GPT + 1
    table = 96 * 32 * 4 * (n - 1) // n  # the lookup gathers it, or sums what is looked up
    statistics = 4 * (2 * (n - 1) * 8 * 24 * 4 // n)
    assert bytes_moved(report) <= (4 * GPT + 1) * 8 * elements * (n - 1) // n + table + statistics + 8


def test_data_parallelism_divides_the_sums(train):
    """Of fewer examples the lookup is summed too, rather than the table gathered."""
    for strategy in ("ddp@data+tp@model", "zero3@data+tp@model"):
        _, report, _, _ = train("gpt_plain_train", strategy, {"data": 4, "model": 2})
        assert moved(report, "all_reduce", activation(report) // 4) == 4 * GPT + 2


@pytest.mark.parametrize("strategy,mesh,share,around", [("tp+sp@model", {"model": 2}, 1, 1), ("ddp@data+tp+sp@model", {"data": 4, "model": 2}, 4, 2)])
def test_positions_between_blocks(train, strategy, mesh, share, around):
    """Four gathers and four scattered sums per layer, and one of each around the logits, and the lookup where its table is not gathered."""
    _, report, _, _ = train("gpt_plain_train", strategy, mesh)
    elements = activation(report) // share
    assert moved(report, "all_gather", elements) == 4 * GPT + around
    assert moved(report, "reduce_scatter", elements) == 4 * GPT + around
    assert moved(report, "all_reduce", elements) == 0


def test_a_recomputed_layer_repeats_its_forward_sums(train):
    """Llama's layers are computed again in the backward pass, up to the last sum, which nothing needs: 2 + 1 + 2."""
    _, report, _, _ = train("llama_train", "tp@model", {"model": 2})
    assert moved(report, "all_reduce", activation(report)) == 5 * LLAMA + 1


def test_heads_are_exchanged_for_positions(train):
    """Ulysses: queries, keys, values and the result, forward and backward. Forward the first three are one tensor here."""
    _, report, _, _ = train("gpt_plain_train", "ulysses@seq", {"seq": 4})
    exchanges = [c for c in report["collectives"] if c["kind"] == "all_to_all"]
    assert sum(c["bytes_per_device"] for c in exchanges) == 2 * 4 * GPT * activation(report) * 4 // 4 * 3 // 4
    table = 24 * 32 * 4  # of positions: each device has the gradient of its own
    assert all(c["bytes_per_device"] <= table for c in report["collectives"] if c["kind"] not in ("all_to_all", "all_reduce"))


def test_attentions_of_an_encoder_and_a_decoder(train):
    """Three attentions, each with four exchanges forward and four backward."""
    _, report, _, _ = train("t5_train", "ulysses@seq", {"seq": 2})
    assert per_kind(report["collectives"])["all_to_all"][0] == 3 * 8


def test_slices_of_a_fused_weight_are_split(train):
    """Four sums per layer, as where each slice has a weight of its own; beyond activations only gradients of fused weights are gathered."""
    _, report, _, _ = train("fused_plain_train", "tp@model", {"model": 2})
    assert moved(report, "all_reduce", activation(report)) == 4 * 2 + 1
    gathered = sum(c["bytes_per_device"] for c in report["collectives"] if c["kind"] == "all_gather")
    fused = 2 * (32 * 96 + 96 + 32 * 128) * 4 // 2
    assert gathered <= fused + 64 * 32 * 4 // 2


@pytest.mark.parametrize("strategy,mesh,share", [("ep@expert", {"expert": 4}, 1), ("ddp@data+ep@expert", {"data": 2, "expert": 4}, 2)])
def test_tokens_travel_to_experts_and_back(train, strategy, mesh, share):
    """Dispatch and combination, forward and backward, each capacity x experts x width of every group."""
    _, report, _, _ = train("moe_plain_train", strategy, mesh)
    exchanges = [c for c in report["collectives"] if c["kind"] == "all_to_all"]
    assert [c["bytes_per_device"] for c in exchanges] == [8 * 8 * 4 * 24 * 4 // share // 4 * 3 // 4] * 4
    sharding = {a["name"]: a["sharding"] for a in report["arguments"]}
    assert sharding["params['wi']"] == "[{expert},{},{}]" and sharding["params['bi']"] == "[{expert},{}]"
    assert sharding["params['gate']"] == "[{},{}]" and sharding["x"] == "[{" + ",".join(mesh) + "},{},{}]"


def test_states_are_stored_in_parts(train):
    """Weights of blocks are divided, norms are not; moments like their parameters."""
    _, report, _, _ = train("gpt_plain_train", "tp@model", {"model": 4})
    sharding = {a["name"]: a["sharding"] for a in report["arguments"]}
    assert sharding["params['blocks'][0]['qkv']"] == "[{},{},{model}]"
    assert sharding["params['blocks'][0]['proj']"] == "[{model},{}]"
    assert sharding["params['blocks'][1]['up_b']"] == "[{model}]"
    assert sharding["params['tok']"] == "[{model},{}]"
    assert sharding["params['blocks'][0]['ln1']['g']"] == "[{}]"
    for name, value in sharding.items():
        if name.startswith("opt_state") and "mu[" in name:
            assert value == sharding["params" + name.split(".mu")[1]], name
