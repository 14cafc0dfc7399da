"""The build backend: setuptools, plus the engines compiled by mypyc where a C compiler works.

`PITBOSS_COMPILE` chooses: `auto` (the default) compiles if it can, `never` installs plain Python,
`require` fails rather than install plain Python. What to compile is listed in pyproject.toml.
Run as a script, it exits with 0 when a C compiler works.
"""

import os
import shutil
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn, TypeAlias

from setuptools import Distribution, Extension, build_meta

Settings: TypeAlias = dict[str, Any] | None

MODES = ("auto", "never", "require")
# Pinned: another release may translate the same engine differently.
MYPYC = "mypy==2.4.1"
# The compiled modules import it, and mypyc needs its types.
MSGSPEC = "msgspec>=0.19"

PROBE = """
#include <Python.h>
static struct PyModuleDef probe = {PyModuleDef_HEAD_INIT, "probe"};
PyMODINIT_FUNC PyInit_probe(void) { return PyModule_Create(&probe); }
"""

# One group in one C file, so that the engines call each other directly and not through Python. The
# first flag tells the C compiler that no function is replaced at load time, so that it may inline
# them. The second keeps it from joining a product and a sum into one instruction that rounds once:
# processors with and without that instruction would decide differently, and so would Python itself.
SETUP = """
from mypyc.build import mypycify
from setuptools import setup

engines = mypycify(
    ["--config-file=", *{modules!r}],
    group_name="pitboss.games.engines",
    opt_level="3",
    debug_level="0",
)
for engine in engines:
    engine.extra_compile_args += ["-fno-semantic-interposition", "-ffp-contract=off"]
setup(ext_modules=engines)
"""

# Where compiled and interpreted code should differ, the engines look at this constant.
SWITCH = Path("src/pitboss/games/arrays.py")
SWITCH_OFF = "COMPILED: Final = False"
SWITCH_ON = "COMPILED: Final = True"

# An editable install uses the source tree itself. Nothing may be compiled there, because a stale
# extension would shadow the edited file.
build_editable = build_meta.build_editable
prepare_metadata_for_build_editable = build_meta.prepare_metadata_for_build_editable


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    return []


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    return []


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    return [MYPYC, MSGSPEC] if _should_compile(_mode()) else []


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: Settings = None
) -> str:
    target = os.path.abspath(metadata_directory)
    with _copied_tree():
        return build_meta.prepare_metadata_for_build_wheel(target, config_settings)


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    target = os.path.abspath(sdist_directory)
    with _copied_tree():
        return build_meta.build_sdist(target, config_settings)


def build_wheel(
    wheel_directory: str,
    config_settings: Settings = None,
    metadata_directory: str | None = None,
) -> str:
    target = os.path.abspath(wheel_directory)
    metadata = os.path.abspath(metadata_directory) if metadata_directory else None

    def build() -> str:
        return build_meta.build_wheel(target, config_settings, metadata)

    mode = _mode()
    if _should_compile(mode):
        try:
            return _compiled(build)
        # mypyc raises SystemExit when it rejects a module.
        except (Exception, SystemExit) as error:
            _settle_for_pure(mode, f"compiling the engines failed ({_in_words(error)})")
    with _copied_tree():
        return build()


def compiler_works() -> bool:
    """Whether a small extension for this Python really compiles and links."""
    try:
        with TemporaryDirectory() as folder, chdir(folder):
            Path("probe.c").write_text(PROBE)
            command = Distribution(
                {"name": "probe", "ext_modules": [Extension("probe", ["probe.c"])]}
            ).get_command_obj("build_ext")
            command.ensure_finalized()
            command.run()
    except (Exception, SystemExit) as error:
        print(f"pitboss: the C compiler does not work: {_in_words(error)}", file=sys.stderr)
        return False
    return True


def _mode() -> str:
    mode = os.environ.get("PITBOSS_COMPILE") or "auto"
    if mode not in MODES:
        _fail(f"PITBOSS_COMPILE must be one of {', '.join(MODES)}, not {mode!r}")
    return mode


def _should_compile(mode: str) -> bool:
    if mode == "never":
        return False
    if sys.implementation.name != "cpython":
        _settle_for_pure(mode, f"mypyc does not support {sys.implementation.name}")
        return False
    if not compiler_works():
        _settle_for_pure(mode, "no working C compiler was found (with the headers of Python)")
        return False
    return True


def _settle_for_pure(mode: str, reason: str) -> None:
    if mode == "require":
        _fail(f"{reason}, and PITBOSS_COMPILE=require forbids a pure Python build")
    print(f"pitboss: warning: {reason}; the engines stay pure Python and slow", file=sys.stderr)


def _fail(message: str) -> NoReturn:
    # Without a traceback, so that the message is what pip shows.
    raise SystemExit(f"pitboss: error: {message}")


def _in_words(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _compiled(build: Callable[[], str]) -> str:
    with _copied_tree():
        modules = _modules()
        Path("setup.py").write_text(SETUP.format(modules=modules))
        arrays = SWITCH.read_text(encoding="utf-8")
        if SWITCH_OFF not in arrays:
            raise ValueError(f"{SWITCH} has no line {SWITCH_OFF!r} to switch on")
        SWITCH.write_text(arrays.replace(SWITCH_OFF, SWITCH_ON), encoding="utf-8")
        # mypy looks for modules here, and so gives them their full names.
        os.environ["MYPYPATH"] = os.path.abspath("src")
        try:
            return build()
        finally:
            del os.environ["MYPYPATH"]


def _modules() -> list[str]:
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    modules: list[str] = project["tool"]["pitboss"]["compile"]
    missing = [module for module in modules if not Path(module).is_file()]
    if missing:
        raise FileNotFoundError(f"listed in pyproject.toml but missing: {', '.join(missing)}")
    return modules


@contextmanager
def _copied_tree() -> Iterator[None]:
    """Work in a copy of the project, so that a build leaves no files in the original."""
    with TemporaryDirectory(prefix="pitboss-build-") as folder:
        copy = Path(folder, "pitboss")
        shutil.copytree(os.getcwd(), copy, symlinks=True, ignore=_not_source)
        with chdir(copy):
            yield


def _not_source(folder: str, names: list[str]) -> list[str]:
    generated = shutil.ignore_patterns(
        ".*", "__pycache__", "*.egg-info", "*.so", "*.pyd", "build", "dist", "node_modules"
    )
    environments = {name for name in names if Path(folder, name, "pyvenv.cfg").is_file()}
    return [*generated(folder, names), *environments]


if __name__ == "__main__":
    sys.exit(0 if compiler_works() else 1)
