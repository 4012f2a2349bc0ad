"""A broken program gets exit status 1 and one error that says where, soon, and leaves no output file."""
import re

import pytest

from harness import BIN, Model, compile_to, run

ADD = "%0 = stablehlo.add %arg0, %arg0 : tensor<8x6xf32>"
MESH = 'sdy.mesh @mesh = <["a"=4, "b"=2]>'


def module(body, mesh=MESH):
    return f"module {{\n  {mesh}\n{body}\n}}\n"


def program(sharding='[{"a"}, {}]', op=ADD, mesh=MESH, result="tensor<8x6xf32>", value="%0"):
    """One argument with a sharding, one op, one result."""
    return module(f"  func.func public @main(%arg0: tensor<8x6xf32> {{sdy.sharding = #sdy.sharding<@mesh, {sharding}>}})"
                  f" -> {result} {{\n    {op}\n    return {value} : {result}\n  }}", mesh)


def mlp():
    return Model("mlp_train").program.read_text()


# Name, program, what the error must say.
PROGRAMS = [
    # Files
    ("half of a program", mlp()[: len(mlp()) // 2], ""),
    ("a program without its last line", mlp().rstrip().rsplit("\n", 1)[0][:-10], ""),
    ("nothing", "", "empty"),
    ("white space", " \n\t\n", "empty"),
    ("bytes that are no text", "\x00\x01\x02\xff" * 50, ""),
    ("a picture", "\x89PNG\r\n\x1a\n" + "\x00" * 64, ""),
    ("Python", "import jax\njax.jit(lambda x: x)\n", ""),
    ("deep nesting", "module {" * 20000, ""),
    ("deep nesting of attributes", "module attributes {a = " + "[" * 20000, ""),
    # Structure
    ("no function", module(""), "main"),
    ("a function without body", module("  func.func private @main(tensor<8xf32>) -> tensor<8xf32>"), "main"),
    ("another function only", module("  func.func public @other(%a: tensor<8xf32>) -> tensor<8xf32> {\n    return %a : tensor<8xf32>\n  }"), "main"),
    ("an unknown op", program(op="%0 = stablehlo.no_such_op %arg0 : tensor<8x6xf32>"), "no_such_op"),
    ("an unknown dialect", program(op='%0 = "nowhere.add"(%arg0) : (tensor<8x6xf32>) -> tensor<8x6xf32>'), ""),
    ("an op of a dialect that is no input", program(op='%0 = math.exp %arg0 : tensor<8x6xf64>'), ""),
    ("a value that is not there", program(value="%7"), "undeclared"),
    ("a value defined twice", program(op=f"{ADD}\n    {ADD}"), "%0"),
    ("an unknown custom call", program(op="%0 = stablehlo.custom_call @no_such_target(%arg0) : (tensor<8x6xf32>) -> tensor<8x6xf32>"), "no_such_target"),
    ("a call of nothing", program(op="%0 = call @nobody(%arg0) : (tensor<8x6xf32>) -> tensor<8x6xf32>"), "nobody"),
    # Types
    ("types that differ", program(op="%0 = stablehlo.add %arg0, %arg0 : tensor<8x7xf32>"), "8x7"),
    ("a result of another type", program(result="tensor<8x6xf64>"), ""),
    ("a dot of wrong sizes", program(op="%0 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>"), "same size"),
    ("a transpose of no permutation", program(op="%0 = stablehlo.transpose %arg0, dims = [0, 0] : (tensor<8x6xf32>) -> tensor<8x8xf32>", result="tensor<8x8xf32>"), "permutation"),
    ("a reshape to another size", program(op="%0 = stablehlo.reshape %arg0 : (tensor<8x6xf32>) -> tensor<7x7xf32>", result="tensor<7x7xf32>"), ""),
    ("a slice beyond the end", program(op="%0 = stablehlo.slice %arg0 [0:9, 0:6] : (tensor<8x6xf32>) -> tensor<9x6xf32>", result="tensor<9x6xf32>"), ""),
    ("a concatenation that does not fit", program(op="%0 = stablehlo.concatenate %arg0, %arg0, dim = 2 : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<16x6xf32>", result="tensor<16x6xf32>"), ""),
    ("a constant of too few values", program(op="%0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<8x6xf32>"), ""),
    ("a dynamic shape", module("  func.func public @main(%arg0: tensor<?x6xf32>) -> tensor<?x6xf32> {\n    return %arg0 : tensor<?x6xf32>\n  }"), "static"),
    # Shardings
    ("a sharding of too low rank", program('[{"a"}]'), "2"),
    ("a sharding of too high rank", program('[{"a"}, {}, {}]'), "3"),
    ("an axis used twice", program('[{"a"}, {"a"}]'), '"a" twice'),
    ("an axis twice in one dimension", program('[{"a", "a"}, {}]'), '"a" twice'),
    ("an axis that the mesh lacks", program('[{"c"}, {}]'), '"c"'),
    ("an axis sharded and replicated", program('[{"a"}, {}], replicated={"a"}'), '"a"'),
    ("sub-axes that overlap", program('[{"a":(1)2}, {"a"}]'), "overlap"),
    ("a sub-axis that does not fit", program('[{"a":(1)3}, {}]'), "3"),
    ("a sub-axis of size one", program('[{"a":(1)1}, {}]'), ""),
    ("no sharding at all", program("[{"), ""),
    # Meshes
    ("an undefined mesh", program(mesh=""), "@mesh"),
    ("an axis of size zero", program(mesh='sdy.mesh @mesh = <["a"=0]>'), "at least 1"),
    ("an axis of negative size", program(mesh='sdy.mesh @mesh = <["a"=-4]>'), "at least 1"),
    ("two axes of one name", program(mesh='sdy.mesh @mesh = <["a"=4, "a"=2]>'), '"a" twice'),
    ("a device twice", program(mesh='sdy.mesh @mesh = <["a"=2], device_ids=[0, 0]>'), "0 twice"),
    ("too few devices", program(mesh='sdy.mesh @mesh = <["a"=4], device_ids=[0, 1]>'), ""),
    ("a device number too high", program(mesh='sdy.mesh @mesh = <["a"=2], device_ids=[0, 7]>'), ""),
    ("2^40 devices", program(mesh='sdy.mesh @mesh = <["a"=1048576, "b"=1048576]>'), "65536"),
    ("an axis whose size is no number", program(mesh='sdy.mesh @mesh = <["a"=four]>'), ""),
    ("two meshes of one name", program(mesh=f"{MESH}\n  {MESH}"), "@mesh|'mesh'"),
]


def refused(done, *leftovers):
    assert done.status == 1 and not done.crashed, done.text
    assert 1 <= done.errors <= 2, done.text
    for path in leftovers:
        assert not path.exists(), f"{path.name} was left behind"


@pytest.mark.parametrize("text,says", [p[1:] for p in PROGRAMS], ids=[p[0] for p in PROGRAMS])
def test_refused(tmp_path, text, says):
    file, output, report = (tmp_path / name for name in ("bad.mlir", "bad", "bad.json"))
    file.write_bytes(text.encode("latin-1"))
    done = compile_to(output, file, f"--report={report}", timeout=20)
    refused(done, output, report)
    assert re.search(r"bad\.mlir:\d+:\d+: error: ", done.text), done.text
    assert not says or re.search(says, done.text), done.text


def test_the_good_program_compiles(tmp_path):
    file = tmp_path / "good.mlir"
    file.write_text(program())
    assert compile_to(tmp_path / "good", file).status == 0


def test_a_file_that_is_not_there(tmp_path):
    done = compile_to(tmp_path / "out", tmp_path / "nowhere.mlir")
    refused(done, tmp_path / "out")
    assert "nowhere.mlir" in done.text


def test_a_folder(tmp_path):
    refused(compile_to(tmp_path / "out", tmp_path), tmp_path / "out")


def test_an_error_leaves_the_old_output(tmp_path):
    """What was there before a failed compilation is either whole or gone, never half."""
    file, output = tmp_path / "bad.mlir", tmp_path / "out"
    file.write_text("")
    output.write_text("older")
    assert compile_to(output, file).status == 1
    assert not output.exists() or output.read_text() == "older"


def test_several_errors_are_one(tmp_path):
    """A fault that hides others is told alone."""
    file = tmp_path / "bad.mlir"
    bad = "stablehlo.dot_general %arg0, %arg0, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>"
    file.write_text(program(op=f"%1 = {bad}\n    %0 = {bad}"))
    done = compile_to(tmp_path / "out", file)
    refused(done, tmp_path / "out")
    assert len(re.findall("error:", done.text)) == 1


@pytest.mark.parametrize("stage", ["import", "propagate", "lower"])
def test_refused_by_every_stop(tmp_path, stage):
    file, output = tmp_path / "bad.mlir", tmp_path / "out.mlir"
    file.write_text(program('[{"c"}, {}]'))
    refused(run(BIN / "plait-compile", file, "-o", output, f"--compile-to={stage}"), output)
