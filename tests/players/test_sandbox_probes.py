"""What hostile bots try: held back in a sandbox, and successful without one."""

import os
from pathlib import Path

import pytest
from sandbox_rig import has_groups, needs_sandbox

from pitboss.players.sandbox.hostile import ATTEMPTS as SCRIPTED
from pitboss.players.sandbox.probes import ATTEMPTS, LIMITS, Outcome, try_everything

NAMES = [attempt.name for attempt in ATTEMPTS]
# What an ordinary user may not do anyway, or this machine forbids to everybody.
RIGHTS = {"hurry", "mount", "set_clock", "open_raw_socket", "make_namespace"}
# The runner keeps little of what any bot writes.
ALWAYS = {"flood"}


@pytest.fixture(scope="module")
def inside() -> dict[str, Outcome]:
    return {outcome.attempt.name: outcome for outcome in try_everything(LIMITS)}


@pytest.fixture(scope="module")
def outside() -> dict[str, Outcome]:
    return {outcome.attempt.name: outcome for outcome in try_everything(None)}


def test_every_attempt_of_the_script_is_described() -> None:
    assert sorted(NAMES) == sorted([*(act.__name__ for act in SCRIPTED), "flood"])
    assert len(NAMES) >= 25


@needs_sandbox
@pytest.mark.parametrize("name", NAMES)
def test_it_is_held_back_in_a_sandbox(name: str, inside: dict[str, Outcome]) -> None:
    if name == "take_memory_together" and not has_groups():
        pytest.skip("no control groups can be made here")

    assert inside[name].held
    assert not inside[name].why.startswith("the program"), "it was tried"


@needs_sandbox
@pytest.mark.parametrize("name", [name for name in NAMES if name not in ALWAYS])
def test_without_a_sandbox_it_is_successful(name: str, outside: dict[str, Outcome]) -> None:
    outcome = outside[name]
    if outcome.held and (why := _reason(name)):
        pytest.skip(f"{why}: {outcome.why}")

    assert not outcome.held, outcome.why


def _reason(name: str) -> str:
    """Why a machine may hold it back without a sandbox."""
    if name in RIGHTS and os.geteuid() != 0:
        return "only root may"
    if name in RIGHTS and "CapEff:\t000001ffffffffff" not in Path("/proc/self/status").read_text():
        return "root may not do everything here"
    if name == "read_home" and not any(path.is_file() for path in Path.home().glob("*")):
        return "there is no file at home"
    if name == "outlive" and has_groups():
        return "control groups end it too"
    return ""


def test_nothing_is_left_behind(outside: dict[str, Outcome]) -> None:
    assert outside
    assert not list(Path("/dev/shm").glob("pitboss-probe-*"))
