"""Thirty bots, six of which fail in every way: full standings, told faults, nothing left behind."""

import json
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from cli_rig import Done, agent, typed, write_bot

HONEST = 24
BOTS = 30
GAMES = 2 * (BOTS - 1)
ANSWER = """
import json, os, subprocess, sys, time
def answer(message):
    state = message["state"]
    if state["playable_cards"]:
        card = state["playable_cards"][0]
        return {"action": "play", "card": card, "wild_color": "red"}
    return {"action": "draw" if "draw" in state["available_actions"] else "pass"}
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "request_action":
        continue
    asked += 1
"""
FAULTY = {
    "crash-at-start": "import sys\nsys.stdin.readline()\nsys.exit('no licence was found')\n",
    "crash-mid-game": ANSWER + "    if asked == 3:\n        raise KeyError('hearts')\n"
    "    print(json.dumps(answer(message)), flush=True)\n",
    "hangs": ANSWER
    + "    print('let me think', file=sys.stderr, flush=True)\n    time.sleep(600)\n",
    "floods": ANSWER + "    while True:\n        print('spam ' * 1000)\n",
    "talks-nonsense": ANSWER + "    print('banana', flush=True)\n",
    "has-children": ANSWER + "    if asked == 1:\n"
    "        subprocess.Popen(['sleep', '600'], start_new_session=True)\n"
    "        subprocess.Popen(['sleep', '600'])\n"
    "    print(json.dumps(answer(message)), flush=True)\n",
}
# What may be told of each, and what must be found of its own words.
KINDS = {
    "crash-at-start": {"startup", "removed"},
    "crash-mid-game": {"crash"},
    "hangs": {"startup", "timeout", "removed"},
    "floods": {"flood", "malformed"},
    "talks-nonsense": {"malformed"},
}
SAID = {
    "crash-at-start": "no licence was found",
    "crash-mid-game": "KeyError: 'hearts'",
    "hangs": "let me think",
}
# Seconds on two quiet cores are fewer than 60; others may be at work here too. Who hangs would
# do so for longer.
MOST_SECONDS = 540


class Field(NamedTuple):
    """The tournament when it is over."""

    folder: Path
    done: Done
    told: dict[str, Any]
    seconds: float
    left: list[str]


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> Field:
    folder = tmp_path_factory.mktemp("field")
    honest = agent(folder / "honest.py")
    # Stays for the next game: to start Python for each takes longer than to play.
    honest.write_text(honest.read_text().replace("            break\n", "            continue\n"))
    tables = [("bot", "simple", 10), ("bot", "random", 10), ("cmd", "python3 honest.py", 4)]
    text = 'name = "field"\ngame = "jedna"\nformat = "round-robin"\nblocks = 1\n'
    text += "timeout = 5\nstartup = 0.5\njobs = 2\n"
    for key, value, count in tables:
        text += f'[[bot]]\n{key} = "{value}"\ncount = {count}\n'
    for name, program in FAULTY.items():
        write_bot(folder / f"{name}.py", program)
        text += f'[[bot]]\ncmd = "python3 {name}.py"\nname = "{name}"\n'
        text += "timeout = 0.2\n" if name == "hangs" else ""
    (folder / "field.toml").write_text(text)
    began = time.monotonic()
    done = typed(folder, "tournament", "field.toml", "--json")
    seconds = time.monotonic() - began
    return Field(folder, done, json.loads(done.out), seconds, _still_running(folder))


def _still_running(folder: Path) -> list[str]:
    """Programs that were started there and have not ended, soon after all was over."""
    until = time.monotonic() + 30
    while True:
        found = []
        for process in Path("/proc").iterdir():
            try:
                if process.name.isdecimal() and (process / "cwd").readlink() == folder:
                    found.append((process / "cmdline").read_text().replace("\0", " "))
            except OSError:
                continue
        if not found or time.monotonic() > until:
            return found
        time.sleep(0.1)


def rows(field: Field, table: str) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in field.told["standings"][table]["rows"]}


pytestmark = pytest.mark.slow


def test_everybody_met_everybody(field: Field) -> None:
    found = rows(field, "table")

    assert len(found) == BOTS
    assert field.told["state"] == "finished"
    assert field.told["games"] == BOTS * (BOTS - 1)
    assert {row["games"] for row in found.values()} == {GAMES}
    crosstable = field.told["standings"]["table"]["crosstable"]
    assert [sum(cell is not None for cell in line) for line in crosstable] == [BOTS - 1] * BOTS


def test_it_did_not_take_long(field: Field) -> None:
    assert field.seconds < MOST_SECONDS


def test_nothing_runs_on_not_even_the_children_of_bots(field: Field) -> None:
    assert field.left == []


def test_bots_that_play_well_are_not_blamed_for_the_others(field: Field) -> None:
    found = rows(field, "table")
    honest = [row for name, row in found.items() if name not in KINDS]

    assert len(honest) == HONEST + 1
    assert all(row["faults"] == row["forfeits"] == 0 for row in honest)
    # Who never fails beats everybody who does nothing else.
    worst = min(row["payoff"]["estimate"] for row in honest)
    assert worst > max(found[name]["payoff"]["estimate"] for name in KINDS)


def test_forfeits_are_counted_and_left_out_beside(field: Field) -> None:
    found, without = rows(field, "table"), rows(field, "without_forfeits")

    for name in ("crash-at-start", "crash-mid-game", "hangs"):
        # Two who can't play meet as well, and one of them wins.
        assert found[name]["forfeits"] >= GAMES - 2 * len(KINDS)
        assert without[name]["games"] <= 4
    # How soon a flood is too much depends on how fast it comes; a short game may be over before.
    assert found["floods"]["forfeits"] > GAMES // 2
    assert found["floods"]["faults"] + 2 * len(KINDS) >= GAMES
    assert found["talks-nonsense"]["faults"] >= GAMES
    for name in ("honest", "simple"):
        assert GAMES - 2 * 4 <= without[name]["games"] <= GAMES - 2 * 3


def test_faults_are_told_by_kind_with_the_first_words_of_each(field: Field) -> None:
    kinds: dict[str, set[str]] = {}
    said: dict[str, str] = {}
    for fault in field.told["faults"]:
        first = fault["first"]
        kinds.setdefault(fault["bot"], set()).add(fault["kind"])
        said[fault["bot"]] = said.get(fault["bot"], "") + first.get("stderr", "")
        assert fault["noted"] >= 1
        assert first["message"]
        assert fault["game"].startswith(field.told["event"])

    assert set(kinds) == set(KINDS)
    assert all(kinds[name] <= KINDS[name] for name in KINDS)
    assert all(words in said[name] for name, words in SAID.items())


def test_people_read_the_same(field: Field) -> None:
    told = typed(field.folder, "standings", COLUMNS="80").out
    lines = told.splitlines()

    head = next(number for number, line in enumerate(lines) if line.split()[:1] == ["bot"])
    table = lines[head + 1 : head + 1 + BOTS]
    assert all(len(line) <= 80 for line in table)
    assert {line[5:].split()[0] for line in table} == set(rows(field, "table"))
    assert "Without forfeited games" in told
    faults = lines[lines.index("Faults") :]
    for name, words in SAID.items():
        assert any(line.startswith(f"  {name}: ") for line in faults)
        assert any(words in line for line in faults)
    # A flood is no reason for another one.
    assert max(map(len, lines)) < 400


def test_the_games_with_faults_can_be_listed_and_shown(field: Field) -> None:
    words = ["results", "last", "--bot", "crash-mid-game", "--faults", "--most", "3"]

    found = json.loads(typed(field.folder, *words, "--json").out)
    shown = typed(field.folder, "show", found["shown"][0]["game"]).out

    assert found["games"] == rows(field, "table")["crash-mid-game"]["forfeits"]
    assert len(found["shown"]) == 3
    assert "KeyError: 'hearts'" in shown
    assert "forfeited" in shown
    told = typed(field.folder, *words).out
    assert "1 fault, forfeit" in told


def test_the_report_tells_of_every_bot_and_fault(field: Field) -> None:
    typed(field.folder, "report", "-o", "field.html")
    page = (field.folder / "field.html").read_text()

    assert all(name in page for name in rows(field, "table"))
    assert "no licence was found" in page
    assert "let me think" in page
    assert "hearts" in page
