"""Session-wide pieces: where compiled models are kept, and the order of the slow tests."""
import pytest

from harness import BIN, Model, compiled, results_of

# How a user shards the models that say nothing themselves.
BATCH = {"mlp_plain_train": ["x=[{data},{}]", "y=[{data},{}]"],
         "gpt_plain_train": ["tokens=[{data},{}]", "labels=[{data},{}]"]}


def pytest_addoption(parser):
    parser.addoption("--whole", action="store_true", help="all of what test_strategies.py has, minutes to hours")
    parser.addoption("--models", action="append", default=[], metavar="FOLDER", help="with --whole: a further folder of models")


def pytest_sessionstart(session):
    if not (BIN / "plait-compile").exists():
        pytest.exit(f"no plait-compile in {BIN}: run tools/build, or set PLAIT_BIN", returncode=3)


class Built:
    """A model compiled once, and its runs by number of steps."""

    def __init__(self, name, mesh, folder):
        self.model = Model(name)
        self.executable = folder / name
        options = [option for shard in BATCH.get(name, ()) for option in ("--shard", shard)]
        if mesh or not self.model.meta["shardings"]:
            chosen = mesh or self.model.meta["mesh"]
            options += ["--mesh", ",".join(f"{axis}={size}" for axis, size in chosen.items())]
        self.report = compiled(self.executable, self.model.program, *options)
        self.runs = {}

    def run(self, steps):
        if steps not in self.runs:
            self.runs[steps] = results_of(self.executable, self.model.inputs, "--steps", steps)
        return self.runs[steps]


@pytest.fixture(scope="session")
def build(tmp_path_factory):
    """build(name, mesh=None): the model, compiled. A failure is remembered, so that it is not paid for twice."""
    made = {}

    def get(name, mesh=None):
        key = (name, tuple((mesh or {}).items()))
        if key not in made:
            try:
                made[key] = Built(name, mesh, tmp_path_factory.mktemp(name))
            except AssertionError as error:
                made[key] = error
        if isinstance(made[key], AssertionError):
            raise made[key]
        return made[key]

    return get
