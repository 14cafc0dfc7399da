"""docs/writing-a-bot.md works from top to bottom, and its tables are the code's.

`PITBOSS_WRITE_DOCS=1 pytest tests/docs/test_bot_docs.py` brings the table of policies up to date.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from document import ROOT, Session, blocks

from pitboss.events.entrants import LONGEST_NAME
from pitboss.events.settings import MOVE_SECONDS, STARTUP_SECONDS, BotSettings
from pitboss.events.settings_reader import settings_of
from pitboss.events.warm_players import WarmPlayers
from pitboss.play.fault import FaultKind
from pitboss.play.policy import POLICIES, Cost, Policy
from pitboss.players.connecting import ConnectingPlayer
from pitboss.players.program.process import MARK
from pitboss.wires.registry import words
from pitboss.wires.wire import Transport

PAGE = ROOT / "docs" / "writing-a-bot.md"
FAULTS = ROOT / "src" / "pitboss" / "play" / "fault.py"
_SAID = {Cost.FORFEIT: "out", Cost.SUBSTITUTE: "played for", Cost.REFUSE: "refused"}
_TIMES = {2: " twice"}


def part(name: str) -> str:
    """What is between the marks of a part that is checked."""
    found = re.search(
        rf"<!-- {name}, \w+ [^\n]*by tests/docs/test_bot_docs.py -->\n(.*?)<!-- end of {name} -->",
        PAGE.read_text(),
        re.DOTALL,
    )
    assert found, name
    return found[1].strip()


def rows(name: str) -> list[list[str]]:
    """The cells of a table, without its head."""
    lines = part(name).splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def first_cells(name: str) -> list[str]:
    return [row[0].strip("`") for row in rows(name)]


@pytest.mark.slow
def test_the_page_works_from_top_to_bottom(tmp_path: Path) -> None:
    count = Session(tmp_path).work_off(PAGE)

    assert count >= 11


def test_every_block_is_a_file_or_a_session_or_says_why_not() -> None:
    for block in blocks(PAGE):
        assert block.file or block.mark.startswith("not run: ") or block.language == "console"


def test_the_keys_of_a_bot_are_all_there() -> None:
    assert first_cells("keys") == list(settings_of(BotSettings))
    assert f"at most {LONGEST_NAME} characters" in part("keys")


def test_the_wires_are_all_there() -> None:
    assert first_cells("wires") == list(words())


def places_of(wire: str) -> Mapping[str, str]:
    """What a program that connects is told."""
    from pitboss.events.entrants import read_entrants
    from pitboss.events.plan import Plan

    entrants = read_entrants([f"cmd='sleep 60' wire={wire}", "simple"], Path())
    plan = Plan(game="uno", rules="uno-online", seats=2, entrants=tuple(entrants), seed="places")
    with WarmPlayers(plan) as table:
        player = table.player(0)
        assert isinstance(player, ConnectingPlayer)
        try:
            player.start()
            return dict(player.places)
        finally:
            player.close()


def test_what_a_program_is_told_is_all_there() -> None:
    told: dict[str, list[str]] = {}
    for wire in words(Transport.WEBSOCKET, Transport.HTTP, Transport.SOCKETIO):
        for place in places_of(wire):
            told.setdefault(place, []).append(f"`{wire}`")

    assert [row[:3] for row in rows("places")] == [
        [f"`{{{place}}}`", f"`PITBOSS_{place.upper()}`", ", ".join(wires)]
        for place, wires in told.items()
    ]
    assert f"`{MARK}`" in PAGE.read_text()


def test_the_faults_are_all_there_in_the_codes_own_words() -> None:
    meanings = re.findall(r'^    \w+ = "(\w+)"  # (.*)$', FAULTS.read_text(), re.MULTILINE)

    assert [kind.value for kind in FaultKind] == [name for name, _ in meanings]
    assert rows("faults") == [[f"`{name}`", meaning] for name, meaning in meanings]


def policies() -> str:
    kinds = list(FaultKind)
    lines = [["policy", *[f"`{kind.value}`" for kind in kinds]], ["---"] * (1 + len(kinds))]
    lines += [
        [f"`{policy.name}`", *[cost(policy, kind) for kind in kinds]]
        for policy in POLICIES.values()
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def cost(policy: Policy, kind: FaultKind) -> str:
    found = policy.cost(kind)
    if found is Cost.SUBSTITUTE and policy.substitute == -1:
        return "folded"
    if found is Cost.REFUSE:
        return _SAID[found] + _TIMES.get(policy.patience, "")
    return _SAID[found]


def test_the_table_of_policies_is_up_to_date() -> None:
    if os.environ.get("PITBOSS_WRITE_DOCS"):
        PAGE.write_text(PAGE.read_text().replace(part("policies"), policies()))
    else:
        assert part("policies") == policies()


def test_the_usual_times_are_the_codes() -> None:
    told = (
        f"A bot has {MOVE_SECONDS:g} seconds for an answer, and for its first one "
        f"{STARTUP_SECONDS:g} more"
    )

    assert told in PAGE.read_text()
