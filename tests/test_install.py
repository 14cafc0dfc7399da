"""Every way to install Pitboss, done for real: compiled, pure, from an sdist, editable."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

import pytest
from builds import COMPILED_REQUIRED, ROOT, Python, compiler_works

import pitboss

BROKEN = {"CC": "/nonexistent/cc"}
PARTS = ("_build", "src", "LICENSE", "MANIFEST.in", "README.md", "pyproject.toml")
# A line of pyproject.toml that names a module to compile which is none of the rules.
OTHER_ENGINE = re.compile(r' +"src/pitboss/(?!games/).*\.py",$')

NEEDED = ("librt>=0.16,<1", "msgspec", "mypy-extensions")

slow = pytest.mark.slow


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what an installation reads, so that edits meanwhile do not matter."""
    copy = tmp_path_factory.mktemp("project")
    made = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.so")
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, copy / part, ignore=made)
        else:
            shutil.copy(ROOT / part, copy / part)
    return copy


@pytest.fixture(scope="module")
def sdist(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    subprocess.run(
        [sys.executable, "-m", "build", "--sdist", "--outdir", str(folder), str(project)],
        check=True,
        capture_output=True,
    )
    (made,) = folder.iterdir()
    return made


class Environment:
    """A fresh virtual environment, filled by the pip of the tests."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, symlinks=True)
        self.python = folder / "bin" / "python"

    def install(self, *what: str | Path, **settings: str) -> subprocess.CompletedProcess[str]:
        """Install with no more than `import pitboss` needs: the rest is large, and always alike."""
        self.install_whole(*NEEDED)
        return self.install_whole("--no-deps", *what, **settings)

    def install_whole(self, *what: str | Path, **settings: str) -> subprocess.CompletedProcess[str]:
        # -v, for pip hides what a build says when it succeeds.
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "-v"]
        return subprocess.run(
            [*pip, "--no-compile", *map(str, what)],
            env=_clean_environment() | settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def imported(self) -> str:
        """Whether pitboss is compiled here, and which version it is."""
        script = "import pitboss; print(pitboss.COMPILED, pitboss.__version__)"
        return subprocess.run(
            [self.python, "-P", "-c", script],
            env=_clean_environment(),
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()

    def has(self, *names: str) -> bool:
        """Whether the installed package has all these files and folders."""
        (package,) = self.python.parent.parent.glob("lib/python*/site-packages/pitboss")
        return all((package / name).exists() for name in names)


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    return Environment(tmp_path / "venv")


def test_the_tests_run_compiled_where_they_should() -> None:
    if COMPILED_REQUIRED and compiler_works():
        assert pitboss.COMPILED


def test_both_builds_are_at_hand_and_draw_alike(
    pure_python: Python, compiled_python: Python
) -> None:
    script = "from pitboss.games.rng import Rng; r = Rng(7); print([r.below(9) for _ in 'many'])"

    assert pure_python(script) == compiled_python(script)


@slow
@pytest.mark.skipif(not compiler_works(), reason="no C compiler works")
def test_require_compiles(project: Path, environment: Environment, tmp_path: Path) -> None:
    # The rules alone, and not optimised: to compile everything takes minutes, and is what the
    # installation did that these tests run on.
    quick = shutil.copytree(project, tmp_path / "project")
    backend = quick / "_build" / "pitboss_build.py"
    backend.write_text(backend.read_text().replace('opt_level="3"', 'opt_level="0"'))
    settings = quick / "pyproject.toml"
    lines = settings.read_text().splitlines(keepends=True)
    settings.write_text("".join(line for line in lines if not OTHER_ENGINE.match(line)))
    before = _files(quick)

    done = environment.install_whole(quick, PITBOSS_COMPILE="require")

    assert done.returncode == 0, done.stdout
    assert environment.imported() == f"True {pitboss.__version__}"
    assert _wheel_tag(environment) not in ("", "py3-none-any")
    assert _files(quick) == before


@slow
def test_auto_without_a_compiler_warns_and_installs_pure(
    project: Path, environment: Environment
) -> None:
    before = _files(project)

    done = environment.install(project, PITBOSS_COMPILE="auto", **BROKEN)

    assert done.returncode == 0, done.stdout
    assert "pitboss: warning: no working C compiler was found" in done.stdout
    assert environment.imported() == f"False {pitboss.__version__}"
    assert _wheel_tag(environment) == "py3-none-any"
    assert _files(project) == before


@slow
@pytest.mark.skipif(not compiler_works(), reason="no C compiler works")
def test_auto_with_an_engine_that_does_not_compile_warns_and_installs_pure(
    project: Path, environment: Environment, tmp_path: Path
) -> None:
    broken = shutil.copytree(project, tmp_path / "project")
    with (broken / "src/pitboss/games/rng.py").open("a") as module:
        module.write("\n_WRONG: int = 'text'\n")

    done = environment.install(broken, PITBOSS_COMPILE="auto")

    assert done.returncode == 0, done.stdout
    assert "pitboss: warning: compiling the engines failed" in done.stdout
    assert "Incompatible types in assignment" in done.stdout
    assert environment.imported() == f"False {pitboss.__version__}"


@slow
def test_require_without_a_compiler_fails(project: Path, environment: Environment) -> None:
    done = environment.install(project, PITBOSS_COMPILE="require", **BROKEN)

    assert done.returncode != 0
    assert "pitboss: error: no working C compiler was found" in done.stdout
    assert "PITBOSS_COMPILE=require forbids a pure Python build" in done.stdout


@slow
def test_an_unknown_mode_fails(project: Path, environment: Environment) -> None:
    done = environment.install(project, PITBOSS_COMPILE="yes")

    assert done.returncode != 0
    message = "PITBOSS_COMPILE must be one of auto, never, require, not 'yes'"
    assert f"pitboss: error: {message}" in done.stdout


@slow
def test_an_sdist_installs_and_never_stays_pure(sdist: Path, environment: Environment) -> None:
    done = environment.install(sdist, PITBOSS_COMPILE="never")

    assert done.returncode == 0, done.stdout
    assert "mypy==" not in done.stdout
    assert environment.imported() == f"False {pitboss.__version__}"
    assert environment.has("report/report.css", "report/report.js", "examples", "py.typed")
    assert environment.has(
        *(
            f"starters/{name}"
            for name in ("README.md", "go/go.mod", "c/json.h", "rust/jedna/bot.rs")
        )
    )


@slow
def test_an_sdist_holds_all_that_compiling_needs(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}

    assert {"_build/pitboss_build.py", "pyproject.toml", "src/pitboss/py.typed"} <= names
    assert "src/pitboss/games/rng.py" in names
    assert not any(name.endswith((".so", ".pyc")) for name in names)


@slow
def test_an_editable_install_is_pure_even_when_compiling_is_required(
    project: Path, environment: Environment, tmp_path: Path
) -> None:
    # A copy, for an editable install writes its metadata beside the source.
    edited = shutil.copytree(project, tmp_path / "project")

    done = environment.install("--editable", edited, PITBOSS_COMPILE="require")

    assert done.returncode == 0, done.stdout
    assert environment.imported() == f"False {pitboss.__version__}"
    assert not [*edited.rglob("*.so")]


def test_the_source_tree_holds_no_compiled_engine() -> None:
    assert not [*(ROOT / "src").rglob("*.so"), *(ROOT / "src").rglob("*.pyd")]


def _clean_environment() -> dict[str, str]:
    ours = ("CC", "PITBOSS_COMPILE", "PYTHONPATH")
    return {name: value for name, value in os.environ.items() if name not in ours}


def _files(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if "__pycache__" not in path.parts}


def _wheel_tag(environment: Environment) -> str:
    library = environment.python.parent.parent / "lib"
    (described,) = library.glob("python*/site-packages/pitboss-*.dist-info/WHEEL")
    tags = [line for line in described.read_text().splitlines() if line.startswith("Tag: ")]
    return tags[0].removeprefix("Tag: ") if tags else ""
