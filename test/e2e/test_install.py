"""`cmake --install` into an empty folder: the compiler works from there, and its programs too."""
import pytest

from harness import BIN, Model, assert_close, load_file, run

BUILD = BIN.parent


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    folder = tmp_path_factory.mktemp("prefix")
    done = run("cmake", "--install", BUILD, "--prefix", folder)
    assert done.status == 0, done.text
    return folder


def test_what_is_installed(prefix):
    assert {"plait-compile", "plait-opt"} <= {p.name for p in (prefix / "bin").iterdir()}
    assert list(prefix.glob("lib*/**/libPlaitRuntime.a"))
    assert (prefix / "include" / "plait" / "runtime" / "abi.h").exists()


def test_installed_compiler_compiles(prefix, tmp_path):
    moved = prefix.rename(prefix.with_name("moved"))  # it must find its runtime by its own place
    try:
        model = Model("mlp_train")
        program, outputs = tmp_path / "mlp", tmp_path / "out.safetensors"
        done = run(moved / "bin" / "plait-compile", model.program, "-o", program, cwd=tmp_path)
        assert done.status == 0, done.text
        done = run(program, "--inputs", model.inputs, "--outputs", outputs)
        assert done.status == 0, done.text
        assert_close(load_file(outputs), model.expected(1), model.meta["tolerance"])
    finally:
        moved.rename(prefix)


def test_no_file_of_the_build_is_needed(prefix):
    """Neither a library nor a search path of the build folder is linked in."""
    listed = run("readelf", "-d", prefix / "bin" / "plait-compile").text
    assert str(BUILD) not in listed and "libPlait" not in listed, listed
