"""What commands promise: the examples of their help work, and programs find their keys."""

import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest
from cli_rig import Done, Shell, shell, write_bot
from live_rig import Played
from sandbox_rig import missing

from pitboss import cli
from pitboss.store import LiveJournal

__all__ = ["shell"]

ROOT = Path(__file__).parents[2]
PLURIBUS = ROOT / "tests" / "data" / "pluribus-1000.phhs"
SOCKET_BOT = ROOT / "src" / "pitboss" / "examples" / "poker_websocket.py"
EXAMPLES = [
    (name, line.strip())
    for name in cli.COMMANDS
    for line in cli.command(name).help.splitlines()
    if line.strip().startswith("pitboss ")
]
# A server runs until it is stopped: see test_serve.py. The demo's have a test of their own, and
# who joins or checks a server needs one: see test_join.py and test_servers.py.
RUN_HERE = [
    line
    for name, line in EXAMPLES
    if name not in ("serve", "demo", "join") and "--server" not in line
]
# Speaks Jedna, and hold'em over lines and over our own protocol; plays what comes first.
ANY_GAME = """
import json, sys
seat = None
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "request_action":
        state = message["state"]
        answer = {"action": state["available_actions"][0]}
        if state["playable_cards"]:
            answer = {"action": "play", "card": state["playable_cards"][0], "wild_color": "red"}
        print(json.dumps(answer), flush=True)
    elif message["type"] == "turn":
        answer = {"type": "action", "turn": message["turn"], "action": message["legal"][0]}
        print(json.dumps(answer), flush=True)
    elif message["type"] == "action_request":
        players = message["game_state"]["players"]
        seat = next(one["seat"] for one in players if one["hole_cards_known"])
        if message["actor_seat"] == seat:
            print(json.dumps({"type": "action", "action": {"type": "fold"}}), flush=True)
"""


@pytest.fixture(scope="module")
def home(shell: Shell, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the examples take to be there."""
    found = tmp_path_factory.mktemp("home")
    for name in ("mybot.py", "new.py", "old.py", "agent.py"):
        write_bot(found / name, ANY_GAME)
    shutil.copy(SOCKET_BOT, found / "bot.py")
    words = ["play", "holdem-tournament", "simple", "bot=random name=mybot", "-n", "40"]
    shell.run(found, *words, "--seed", "home")
    shell.run(found, "tournament", "init")
    with LiveJournal.open(str(found / "pitboss.db")) as journal:
        Played(journal).finish()
    shutil.copy(found / "pitboss.db", found / "league.db")
    shell.run(found, "export", "-o", "games.jsonl")
    shell.run(found, "export", "--games", "1", "--format", "text", "-o", "tournament.txt")
    (found / "session.phhs").write_text(PLURIBUS.read_text().partition("[21]\n")[0])
    return found


def ready_to_run(example: str, event: str) -> list[str]:
    """The words of an example, made short, with bots and an event that there are."""
    example = re.split(r" (?:&&|>) ", example)[0]
    for written, there in (
        ("ruby agent.rb", "python3 agent.py"),
        # Ours, for it has the package that the bot needs.
        ("python3 bot.py", f"{sys.executable} bot.py"),
        ('timeout=2"', 'timeout=2" -n 6'),
        ("live --bot mybot", "live --bot ada"),
        ("k7f3q2ab", event),
        ("k7f3", event),
        ("-n 10000", "-n 8"),
        ("-n 2000", "-n 8"),
        ("--most 50000", "--most 8"),
        ("--margin 0.01", "--margin 0.01 --most 200"),
        ("--samples 1000000", "--samples 1000"),
        ("tournament init", "tournament init fresh.toml"),
        ("tournament.toml", "short.toml"),
        ("knockout simple:8", "knockout simple:8 --rules algopoker,stack=300"),
        ("swiss", "swiss -n 2"),
        ("gauntlet", "gauntlet -n 2"),
        ("pitboss check", "pitboss check --games 2"),
    ):
        example = example.replace(written, there)
    return shlex.split(example)[1:]


@pytest.mark.parametrize("example", RUN_HERE)
def test_an_example_of_the_help_works(
    shell: Shell, home: Path, tmp_path: Path, example: str
) -> None:
    if example == "pitboss sandbox" and missing():
        pytest.skip(missing())
    folder = tmp_path / "home"
    shutil.copytree(home, folder)
    short = (folder / "tournament.toml").read_text().replace("blocks = 100", "blocks = 2")
    (folder / "short.toml").write_text(short)
    event = shell.run(folder, "results", "--json").json()[0]["event"]
    if example.endswith("--transcript"):
        shell.run(folder, "play", "jedna", "./mybot.py", "simple", "-n", "2", "--transcript")

    done = Done(0, "", "")
    for part in example.split(" | "):
        done = shell.run(folder, *ready_to_run(part, event), code=None, given=done.out)

    verdicts = {"compare": (0, 1, 3, 4), "calibrate": (0, 1), "sandbox": (0, 1)}.get(
        example.split()[1], (0,)
    )
    assert done.code in verdicts, done.err
    assert "Traceback" not in done.err
    assert done.out or " -o " in example
    if "--json" in example:
        done.json()


def test_every_command_shows_examples() -> None:
    assert {name for name, _ in EXAMPLES} == set(cli.COMMANDS)
    assert len(EXAMPLES) >= 40


@pytest.mark.slow
def test_the_demo_plays_every_game_over_every_wire(shell: Shell, tmp_path: Path) -> None:
    examples = [shlex.split(line)[2:] for name, line in EXAMPLES if name == "demo"]
    # All their options at once: a demo takes a while. What --open does is in test_open.py.
    words = [word for words in examples for word in words if word != "--open"]
    assert words == ["--seed", "friday", "--folder", "/tmp/demo", "--json"]

    done = shell.run(tmp_path, "demo", *words[:3], "demo", "--json")

    events = done.json()["events"]
    wires = {bot.get("wire") for event in events for bot in event["bots"]}
    assert [event["rules"].split("@")[0] for event in events] == [
        "jedna",
        "uno-online",
        "algopoker",
    ]
    assert [event["games"] for event in events] == [240, 120, 32]
    assert wires == {None, "jedna", "http", "algopoker", "websocket"}
    assert all(event["faults"] == [] for event in events)
    assert len(list((tmp_path / "demo").glob("*.html"))) == 3


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        (
            "play jedna simple random -n 4",
            "event name state game rules seats seed format bots games digest standings placings",
        ),
        ("tournament short.toml", "event format digest standings placings faults command"),
        ("standings", "event state games digest standings faults command"),
        (
            "compare simple random --game jedna --most 8",
            "event new base game rules unit seed games played margin comparison troubles",
        ),
        ("calibrate simple --game jedna -n 8", "event unit games calibration"),
        ("results last", "event games shown"),
        ("show last-0-0", "game event record events results faults thinking replay"),
        (
            "report -o batch.html",
            "event label file bytes games standings faults thinking games_worth_a_look",
        ),
        ("replay games.jsonl --verify", "file games as_recorded differ"),
        ("rules jedna", "game rules knobs"),
        ("equity AhKd 7c7d --board KhQh2c", "exact boards hands"),
    ],
)
def test_programs_find_these_keys(
    shell: Shell, home: Path, tmp_path: Path, words: str, keys: str
) -> None:
    shutil.copytree(home, tmp_path, dirs_exist_ok=True)
    text = (tmp_path / "tournament.toml").read_text()
    (tmp_path / "short.toml").write_text(text.replace("blocks = 100", "blocks = 1"))

    done = shell.run(tmp_path, *words.split(), "--json", code=None)

    assert set(keys.split()) <= set(done.json())
    assert done.err == ""


def test_lists_for_programs_are_lists(shell: Shell, home: Path) -> None:
    events = shell.run(home, "results", "--json").json()
    keys = "event name state created game rules format bots games command"

    assert set(keys.split()) <= set(events[0])
    for words in (["games"], ["bots"], ["replay", "session.phhs", "--only", "2"]):
        assert isinstance(shell.run(home, *words, "--json").json(), list)
