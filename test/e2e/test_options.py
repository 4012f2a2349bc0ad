"""Options of plait-compile: what they do, and that a wrong one gets status 1, a message with what was given, no output."""
import pytest

from harness import BIN, Model, assert_close, axes, compile_to, compiled, per_kind, read_json, results_of, run
from test_bad_programs import program, refused

PLAIN = Model("mlp_plain_train")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "good.mlir"
    path.write_text(program())
    return path


# ---------------------------------------------------------------- wrong ones

WRONG = {
    "a mesh axis of size zero": (["--mesh", "a=0,b=2"], "at least 1"),
    "a mesh axis of negative size": (["--mesh", "a=-2,b=2"], "-2"),
    "a mesh without an axis that is used": (["--mesh", "z=8"], '"a"'),
    "a mesh axis twice": (["--mesh", "a=2,a=2"], "a"),
    "an empty mesh": (["--mesh", ""], "--mesh"),
    "rings from words on": (["--ring-bytes", "many"], "--ring-bytes must be a number of bytes, got: 'many'"),
    "rings from less than nothing on": (["--ring-bytes", "-1"], "--ring-bytes must be a number of bytes, got: '-1'"),
    "a mesh without sizes": (["--mesh", "a,b"], "a"),
    "a mesh of words": (["--mesh", "a=two"], "two"),
    "a shard of nothing": (["--shard", "nothing=[{a},{}]"], "nothing"),
    "a shard without sharding": (["--shard", "arg0"], "arg0"),
    "a shard of wrong rank": (["--shard", "result0=[{a}]"], "result0"),
    "a shard over an unknown axis": (["--shard", "result0=[{q},{}]"], "q"),
    "a shard with an open bracket": (["--shard", "result0=[{a},{}"], "result0"),
    "a state of nothing": (["--state", "nothing=parameter"], "nothing"),
    "an unknown state": (["--state", "arg0=weights"], "weights"),
    "an unknown target": (["--target", "abacus"], "abacus"),
    "an unknown kind of output": (["--emit", "gold"], "gold"),
    "an unknown stage": (["--compile-to", "heaven"], "heaven"),
    "a misspelt option": (["--mseh", "a=2,b=2"], "did you mean '--mesh'"),
    "an option without value": (["--mesh"], "--mesh"),
    "a second input": (["other.mlir"], "2"),
}


@pytest.mark.parametrize("options,says", WRONG.values(), ids=WRONG)
def test_refused(tmp_path, file, options, says):
    done = compile_to(tmp_path / "out", file, *options, timeout=20)
    refused(done, tmp_path / "out")
    assert says in done.text


def test_output_is_needed(file):
    done = run(BIN / "plait-compile", file)
    refused(done)
    assert "-o" in done.text


def test_output_folder_that_is_not_there(tmp_path, file):
    output = tmp_path / "no" / "folder" / "out"
    refused(compile_to(output, file), output)


def test_report_folder_that_is_not_there(tmp_path, file):
    refused(compile_to(tmp_path / "out", file, f"--report={tmp_path}/no/folder/r.json"), tmp_path / "out")


def test_a_name_that_is_nearly_right(tmp_path):
    done = compile_to(tmp_path / "out", PLAIN.program, "--mesh", "data=8", "--shard", "parms=[{data}]")
    refused(done, tmp_path / "out")
    assert "did you mean" in done.text and "params" in done.text


# ---------------------------------------------------------------- what they do

def test_mesh_replaces_the_program_s(tmp_path, file):
    report = compiled(tmp_path / "out", file, "--mesh", "a=2,b=4")
    assert axes(report) == {"a": 2, "b": 4} and report["mesh"]["devices"] == 8


def test_shard_places_an_argument(tmp_path):
    report = compiled(tmp_path / "out", PLAIN.program, "--mesh", "data=4,model=2", "--shard", "x=[{data},{model}]")
    x = next(a for a in report["arguments"] if a["name"] == "x")
    assert x["sharding"] == "[{data},{model}]"
    assert x["shape"] == [48, 20] and x["local_shape"] == [12, 10]


def test_shard_replaces_the_program_s(tmp_path, file):
    report = compiled(tmp_path / "out", file, "--shard", "arg0=[{},{b}]")
    assert report["arguments"][0]["sharding"] == "[{},{b}]"


def test_shard_by_pattern(tmp_path):
    """A name is whole, a prefix before [ or ., or has * for anything; brackets are literal."""
    report = compiled(tmp_path / "out", PLAIN.program, "--mesh", "data=2,model=4", "--shard", "x=[{data},{}]",
                      "--shard", "params*['w']=[{},{model}]")
    found = {a["name"]: a["sharding"] for a in report["arguments"]}
    assert [found[f"params[{i}]['w']"] for i in range(3)] == ["[{},{model}]"] * 3


def test_sharded_by_hand_equals_jax(tmp_path):
    """Tensor parallelism that the program does not know of, given by options."""
    report = compiled(tmp_path / "out", PLAIN.program, "--mesh", "data=2,model=4", "--shard", "x=[{data},{}]",
                      "--shard", "y=[{data},{}]", "--shard", "params*['w']=[{},{model}]",
                      "--shard", "params*['b']=[{model}]")
    got, stats = results_of(tmp_path / "out", PLAIN.inputs, "--steps", 3)
    assert_close(got, PLAIN.expected(3), PLAIN.meta["tolerance"])
    assert per_kind(stats["collectives"]) == per_kind(report["collectives"])


def test_states_are_reported(tmp_path):
    report = compiled(tmp_path / "out", PLAIN.program, "--mesh", "data=8", "--state",
                      "params=parameter,opt=optimizer,x=batch,y=batch")
    states = {a["name"]: a["state"] for a in report["arguments"]}
    assert states["params[0]['w']"] == "parameter" and states["opt[0].trace[2]['b']"] == "optimizer"
    assert states["x"] == states["y"] == "batch"
    predicted = report["memory"]["predicted"]
    weights = 4 * (20 * 64 + 64 * 40 + 40 * 10 + 64 + 40 + 10)
    assert predicted["parameters"] == predicted["optimizer"] == weights


def test_without_mesh_or_sharding_one_device(tmp_path):
    report = compiled(tmp_path / "out", PLAIN.program)
    assert report["mesh"]["devices"] == 1 and report["collectives"] == []


@pytest.mark.parametrize("kind,begins", [("obj", b"\x7fELF"), ("llvm-ir", b";"), ("mlir", b""), ("exe", b"\x7fELF")])
def test_emit(tmp_path, file, kind, begins):
    output = tmp_path / "out"
    done = compile_to(output, file, f"--emit={kind}")
    assert done.status == 0, done.text
    assert output.read_bytes().startswith(begins) and output.stat().st_size > 100


def test_program_from_stdin(tmp_path, file):
    done = run(BIN / "plait-compile", "-", "-o", tmp_path / "out", stdin=file.open())
    assert done.status == 0, done.text
    assert (tmp_path / "out").exists()


def test_rings_receive_what_gathers_do(tmp_path):
    """--ring-bytes: what is gathered for a product alone comes block by block, as many bytes; results stay those of one device."""
    source = tmp_path / "product.mlir"
    split = '{sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}'
    source.write_text(f"""sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<128x64xf32> {split}, %w: tensor<64x16xf32> {split}) -> (tensor<128x16xf32> {split}) {{
  %r = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<128x64xf32>, tensor<64x16xf32>) -> tensor<128x16xf32>
  return %r : tensor<128x16xf32>
}}
""")
    bytes_ = 64 * 16 * 4
    found = {}
    for least in (None, bytes_, bytes_ + 1):
        options = ["--ring-bytes", least] if least else []
        stats = tmp_path / "stats.json"
        done = run(BIN / "plait-run", source, *options, "--check", "--stats", stats)
        assert done.status == 0 and "4 ranks equal one device" in done.text, done.text
        found[least] = per_kind(read_json(stats)["collectives"])
    assert found[None] == found[bytes_ + 1] == {"all_gather": [1, bytes_ * 3 // 4]}
    assert found[bytes_] == {"collective_permute": [3, bytes_ * 3 // 4]}
