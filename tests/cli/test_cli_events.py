"""Events from the command line: examples that work, verdicts, going on, and what people read."""

import contextlib
import json
import os
import pty
import re
import resource
import select
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_rig import Done, Shell, agent, environment, shell, typed, write_bot

from pitboss import cli
from pitboss.cli.demo import stopped
from pitboss.cli.event import resume_command

__all__ = ["shell"]

PLURIBUS = Path(__file__).parents[1] / "data" / "pluribus-1000.phhs"
EXAMPLES = [
    (name, line.strip())
    for name in cli.COMMANDS
    for line in cli.command(name).help.splitlines()
    if line.strip().startswith("pitboss ")
]
# A server runs until it is stopped: see test_serve.py. The demo's have a test of their own.
RUN_HERE = [line for name, line in EXAMPLES if name not in ("serve", "demo")]
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
    words = ["play", "holdem-tournament", "simple", "bot=random name=mybot", "-n", "40"]
    shell.run(found, *words, "--seed", "home")
    shell.run(found, "tournament", "init")
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
        ('timeout=2"', 'timeout=2" -n 6'),
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
    ):
        example = example.replace(written, there)
    return shlex.split(example)[1:]


@pytest.mark.parametrize("example", RUN_HERE)
def test_an_example_of_the_help_works(
    shell: Shell, home: Path, tmp_path: Path, example: str
) -> None:
    folder = tmp_path / "home"
    shutil.copytree(home, folder)
    short = (folder / "tournament.toml").read_text().replace("blocks = 100", "blocks = 2")
    (folder / "short.toml").write_text(short)
    event = shell.run(folder, "results", "--json").json()[0]["event"]

    done = Done(0, "", "")
    for part in example.split(" | "):
        done = shell.run(folder, *ready_to_run(part, event), code=None, given=done.out)

    verdicts = {"compare": (0, 1, 3, 4), "calibrate": (0, 1)}.get(example.split()[1], (0,))
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
    # All their options at once: a demo takes a while.
    words = [word for words in examples for word in words]
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
            "event new base game rules unit seed games margin alpha beta comparison",
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


# What scripts rely on.
VERDICTS = [
    (["simple", "random"], "better", 0),
    (["random", "simple"], "worse", 1),
    (["simple", "simple"], "equal", 3),
    (["random", "random", "--most", "40"], "undecided", 4),
]


@pytest.mark.parametrize(("bots", "verdict", "code"), VERDICTS)
def test_a_verdict_is_an_exit_code_and_stays_what_it_was(
    shell: Shell, tmp_path: Path, bots: list[str], verdict: str, code: int
) -> None:
    words = ["compare", *bots, "--game", "jedna", "--seed", "x"]

    first = shell.run(tmp_path, *words, "--json", code=code).json()
    before = (tmp_path / "pitboss.db").read_bytes()
    again = shell.run(tmp_path, *words, "--json", code=code).json()
    told = shell.run(tmp_path, *words, code=code).out

    assert first["comparison"]["verdict"] == verdict
    assert again == first
    assert f" is {verdict} " in told
    assert (tmp_path / "pitboss.db").read_bytes() == before


def test_a_verdict_does_not_depend_on_how_many_play(shell: Shell, tmp_path: Path) -> None:
    words = ["compare", "random", "simple", "--game", "jedna", "--seed", "jobs", "--json"]

    told = [
        shell.run(tmp_path, *words, "--jobs", jobs, "--db", f"{jobs}.db", code=1).json()
        for jobs in ("1", "2", "3")
    ]

    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize(
    "words",
    [
        ["play", "jedna", "simple", "BOT", "-n", "2"],
        ["compare", "simple", "BOT", "--game", "jedna", "-n", "2"],
        ["calibrate", "BOT", "--game", "jedna", "-n", "8"],
        ["tournament", "simple", "BOT", "--game", "jedna", "-n", "2"],
    ],
)
def test_a_bot_is_told_the_time_that_was_asked_for(
    shell: Shell, tmp_path: Path, words: list[str]
) -> None:
    told = 'import sys; open("told.jsonl", "a").write(sys.stdin.readline())\n'
    write_bot(tmp_path / "bot.py", told)
    bot = "cmd=./bot.py wire=native"
    words = [bot if word == "BOT" else word for word in words]

    for times, expected in (
        ([], {"move": 5.0, "bank": 0.0, "startup": 10.0}),
        (["--timeout", "2", "--startup", "0.5"], {"move": 2.0, "bank": 0.0, "startup": 0.5}),
    ):
        shell.run(tmp_path, *words, *times, code=None)

        last = (tmp_path / "told.jsonl").read_text().splitlines()[-1]
        assert json.loads(last)["time"] == expected


def test_an_undecided_comparison_goes_on_with_more_games(shell: Shell, tmp_path: Path) -> None:
    words = ["compare", "random", "random", "--game", "jedna", "--seed", "x", "--json"]

    short = shell.run(tmp_path, *words, "--most", "40", code=4).json()
    long = shell.run(tmp_path, *words, "--most", "400", code=None).json()
    whole = shell.run(tmp_path, *words, "--most", "400", "--db", "new.db", code=None).json()

    assert short["event"] == long["event"]
    assert (short["games"], long["games"]) == (40, 400)
    assert long == whole


def test_a_comparison_of_so_many_games_plays_just_those(shell: Shell, tmp_path: Path) -> None:
    words = ["compare", "simple", "random", "--game", "jedna", "-n", "60", "--json"]

    told = shell.run(tmp_path, *words).json()

    assert told["games"] == 60
    assert shell.run(tmp_path, "results", "--json").json()[0]["games"] == 60


def test_the_same_seed_plays_the_same_games(shell: Shell, tmp_path: Path) -> None:
    agent(tmp_path / "mybot.py")
    words = ["play", "jedna", "simple", "./mybot.py", "random", "-n", "4", "--json"]

    one = shell.run(tmp_path, *words, "--seed", "s", "--db", "one.db").json()
    two = shell.run(tmp_path, *words, "--seed", "s", "--db", "two.db", "--jobs", "2").json()
    other = shell.run(tmp_path, *words, "--seed", "t").json()

    assert one["digest"] == two["digest"] != other["digest"]
    assert one["standings"] == two["standings"]
    assert one["event"] == two["event"] != other["event"]


def test_a_changed_bot_makes_another_event(shell: Shell, tmp_path: Path) -> None:
    bot = agent(tmp_path / "mybot.py")
    words = ["play", "jedna", "simple", "./mybot.py", "-n", "2", "--seed", "s", "--json"]

    first = shell.run(tmp_path, *words).json()
    bot.write_text(bot.read_text() + "# better\n")
    second = shell.run(tmp_path, *words).json()

    assert first["event"] != second["event"]
    assert len(shell.run(tmp_path, "results", "--json").json()) == 2


def test_an_interrupted_tournament_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    words = ["tournament", "--game", "jedna", "random:3", "-n", "4000", "--jobs", "2", "--json"]
    command = [sys.executable, "-m", "pitboss", *words]
    running = subprocess.Popen(
        [*command, "--db", str(tmp_path / "stopped.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    _wait_for_batches(tmp_path / "stopped.db", 3)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)

    assert (running.returncode, out) == (130, ""), err
    assert "every finished block is kept" in err
    line = next(line for line in err.splitlines() if line.startswith("    pitboss "))
    stopped = json.loads(typed(tmp_path, "standings", "--db", "stopped.db", "--json").out)
    assert stopped["state"] == "stopped"
    resumed = json.loads(typed(tmp_path, *shlex.split(line)[1:]).out)
    whole = json.loads(typed(tmp_path, *words, "--db", "whole.db").out)

    assert 0 < stopped["games"] < resumed["games"] == 12000
    assert resumed["state"] == "finished"
    assert resumed["digest"] == whole["digest"]
    assert resumed["standings"] == whole["standings"]


@pytest.mark.slow
def test_an_interrupted_demo_goes_on_and_a_finished_one_begins_anew(tmp_path: Path) -> None:
    journal = tmp_path / "demo.db"
    words = ["demo", "--folder", ".", "--seed", "friday", "--json"]
    running = subprocess.Popen(
        [sys.executable, "-m", "pitboss", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=environment(),
    )
    _wait_for_batches(journal, 1)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert (running.returncode, out) == (130, ""), err
    assert "pitboss demo --seed friday --folder ." in err
    before = typed(tmp_path, "results", "--db", "demo.db", "--json").json()
    assert stopped(journal, "friday")
    assert not stopped(journal, "saturday")

    typed(tmp_path, *words)

    after = typed(tmp_path, "results", "--db", "demo.db", "--json").json()
    assert [event["games"] for event in after] == [32, 120, 240]
    assert (after[-1]["event"], after[-1]["created"]) == (before[0]["event"], before[0]["created"])
    assert not stopped(journal, "friday")


@pytest.mark.parametrize(
    ("words", "resume"),
    [
        ("play jedna simple random", "pitboss play jedna simple random --seed x"),
        ("play jedna -- simple random", "pitboss play jedna --seed x -- simple random"),
    ],
)
def test_the_way_back_is_what_was_typed_with_its_seed(
    monkeypatch: pytest.MonkeyPatch, words: str, resume: str
) -> None:
    monkeypatch.setattr(sys, "argv", ["/usr/bin/pitboss", *words.split()])

    assert resume_command("x", seeded=False) == resume
    assert resume_command("x", seeded=True) == f"pitboss {words}"


def _wait_for_batches(journal: Path, least: int) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with contextlib.suppress(sqlite3.Error), _connected(journal) as connection:
            if connection.execute("SELECT count(*) FROM pages").fetchone()[0] >= least:
                return
        time.sleep(0.05)
    raise AssertionError("nothing is played")


def _connected(journal: Path) -> "contextlib.closing[sqlite3.Connection]":
    return contextlib.closing(sqlite3.connect(f"file:{journal}?mode=rw", uri=True))


@pytest.mark.slow
def test_a_locked_journal_is_told_and_the_event_goes_on_later(tmp_path: Path) -> None:
    words = ["play", "jedna", "random", "random", "-n", "20000", "--json"]
    journal = tmp_path / "pitboss.db"
    running = subprocess.Popen(
        [sys.executable, "-m", "pitboss", *words],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    _wait_for_batches(journal, 2)
    with _connected(journal) as holder:
        holder.isolation_level = None
        holder.execute("PRAGMA busy_timeout = 20000")
        holder.execute("BEGIN IMMEDIATE")
        out, err = running.communicate(timeout=90)
        holder.execute("ROLLBACK")

    assert (running.returncode, out) == (5, ""), err
    assert "pitboss.db is locked" in err
    assert "Traceback" not in err
    _goes_on_as_whole(tmp_path, err, 20000)


def test_a_full_disk_is_told_and_the_event_goes_on_later(tmp_path: Path) -> None:
    words = ["play", "jedna", "random", "random", "-n", "6000", "--json"]
    most = 200_000
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env=environment(),
        # A file that may not grow is what a full disk looks like.
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
    )

    assert (done.returncode, done.stdout) == (5, ""), done.stderr
    assert "pitboss.db" in done.stderr
    assert "Traceback" not in done.stderr
    _goes_on_as_whole(tmp_path, done.stderr, 6000)


def _goes_on_as_whole(folder: Path, said: str, games: int) -> None:
    """The command that is printed ends the event as if nothing had happened."""
    line = next(line for line in said.splitlines() if line.startswith("    pitboss "))
    words = shlex.split(line)[1:]
    assert "--seed" in words, "without its seed it would be another event"
    resumed = json.loads(typed(folder, *words).out)
    whole = json.loads(typed(folder, *words, "--db", "whole.db").out)
    assert resumed["games"] == games
    assert resumed["digest"] == whole["digest"]


@pytest.fixture(scope="module")
def crowd(shell: Shell, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament of bots with long and hostile names, one of which fails."""
    found = tmp_path_factory.mktemp("crowd")
    write_bot(
        found / "crash.py",
        "import sys\n"
        "sys.stdin.readline()\n"
        "sys.exit('\\x1b[31mred\\x07 [bold]and :smile: bold[/bold]')\n",
    )
    words = ["tournament", "--game", "jedna", "-n", "2", "--name", "[red]x[/]\x1b]0;title\x07"]
    bots = [
        "simple:3",
        "random",
        "bot=simple name=[red]",
        "bot=random name=[/]",
        "bot=simple name=:smile:",
        "bot=simple name='so long that it hardly ever fits'",
        "cmd='python3 crash.py' name=crashes-when-asked-for-an-answer",
    ]
    shell.run(found, *words, *bots, "--seed", "[bold]")
    return found


READ = [
    ["standings"],
    ["results"],
    ["results", "last", "--faults"],
    ["show", "last-8-0"],
]


@pytest.mark.parametrize("words", READ, ids=lambda words: words[0])
def test_names_are_no_markup_and_no_commands_for_the_terminal(
    shell: Shell, crowd: Path, words: list[str]
) -> None:
    for columns in ("80", "200"):
        out = shell.run(crowd, *words, COLUMNS=columns).out

        assert "\x1b" not in out
        assert "\x07" not in out
        assert "\N{SMILING FACE WITH OPEN MOUTH AND SMILING EYES}" not in out
    if words == ["standings"]:
        assert {"[red]", "[/]", ":smile:"} <= set(out.split())
        assert "seed [bold]" in out
        assert "\\u001b[31mred\\u0007 [bold]and :smile: bold[/bold]" in out


@pytest.mark.parametrize("columns", ["60", "80", "100", "200"])
def test_tables_keep_to_the_width_with_a_line_for_each_bot(
    shell: Shell, crowd: Path, columns: str
) -> None:
    told = shell.run(crowd, "standings", COLUMNS=columns).out
    lines = told.splitlines()
    heads = [number for number, line in enumerate(lines) if re.match(r" +bot  ", line)]
    table = lines[heads[0] : heads[0] + 10]

    assert all(len(line) <= int(columns) for line in table)
    assert all(" to " in row and "%" in row for row in table[1:])
    if columns == "60":
        return
    for row in table[1:]:
        # Rank, name, games, score with its interval, and the rating after it.
        assert re.match(r" ?\d+[= ] +\S.*? +16 +\d+\.\d% +\d+\.\d to \d+\.\d% ", row), row
    assert "forfeits" in table[0]
    assert all(head in table[0] for head in ("wins", "place", "rating")) or int(columns) < 120
    for line in shell.run(crowd, "results", "last", COLUMNS=columns).out.splitlines()[:-2]:
        assert len(line.rstrip()) <= max(75, int(columns))
    assert len(shell.run(crowd, "results", COLUMNS=columns).out.splitlines()) == 2


@pytest.mark.parametrize(
    "words",
    [
        ["results"],
        ["games"],
        ["bots"],
        ["rules", "jedna"],
        ["calibrate", "random", "--game", "jedna", "-n", "400", "--runs", "100", "--db", "c.db"],
    ],
    ids=lambda words: words[0],
)
def test_nothing_that_matters_is_cut_off_on_a_narrow_terminal(
    shell: Shell, crowd: Path, words: list[str]
) -> None:
    wide, narrow = (
        shell.run(crowd, *words, COLUMNS=columns, code=None).out for columns in ("200", "60")
    )

    assert all(len(line) <= 60 for line in narrow.splitlines())
    if words == ["results"]:
        assert re.match(r"\w{8}  .*  72  finished", narrow.splitlines()[1])
        return
    assert "\N{HORIZONTAL ELLIPSIS}" not in narrow
    if words[0] == "rules":
        wide = " ".join(line.partition(" ")[0] for line in wide.splitlines())
    assert set(wide.split()) <= set(narrow.split())


def test_a_suggested_command_names_the_journal(shell: Shell, tmp_path: Path) -> None:
    words = ["play", "jedna", "simple", "random", "-n", "2", "--db", "my games.db"]

    told = shell.run(tmp_path, *words, COLUMNS="80").out
    line = next(line for line in told.splitlines() if line.startswith("More:"))
    commands = [part.strip() for part in line.removeprefix("More:").split("   ")]

    assert len(commands) == 3
    for command in commands:
        shell.run(tmp_path, *shlex.split(command)[1:])


def test_progress_on_a_terminal_shows_names_as_they_are(tmp_path: Path) -> None:
    words = ["play", "jedna", "bot=simple name=[/]", "bot=random name=[red]", "-n", "100000"]
    master, slave = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-m", "pitboss", *words, "--db", str(tmp_path / "journal.db")],
        stdout=subprocess.DEVNULL,
        stderr=slave,
        env=environment() | {"TERM": "xterm", "COLUMNS": "150"},
    )
    os.close(slave)
    shown = _read_until(master, b"[red] ")
    running.send_signal(signal.SIGINT)
    shown += _read_until(master, b"--seed")
    os.close(master)

    assert running.wait(timeout=30) == 130
    assert b"games/s" in shown
    assert b"Traceback" not in shown


@pytest.mark.parametrize("columns", ["40", "60"])
def test_progress_on_a_narrow_terminal_tells_speed_and_time_first(
    tmp_path: Path, columns: str
) -> None:
    words = ["play", "jedna", "bot=simple name=a-name-that-takes-much-room", "random"]
    master, slave = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-m", "pitboss", *words, "-n", "10000000"],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=slave,
        env=environment() | {"TERM": "xterm", "COLUMNS": columns, "NO_COLOR": "1"},
    )
    os.close(slave)
    shown = _read_until(master, b"games/s ")
    running.send_signal(signal.SIGINT)
    shown += _read_until(master, b"--seed")
    os.close(master)

    assert running.wait(timeout=30) == 130
    assert re.search(rb"Playing .* [\d,.]+ games/s [\d-]+:[\d-]+:[\d-]+", shown), shown[-500:]


def _read_until(descriptor: int, wanted: bytes) -> bytes:
    found = b""
    until = time.monotonic() + 30
    while wanted not in found and time.monotonic() < until:
        if select.select([descriptor], [], [], 0.2)[0]:
            try:
                found += os.read(descriptor, 65536)
            except OSError:
                break
    assert wanted in found, found[-3000:]
    return found


def test_a_log_gets_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from runner_rig import plan_of

    from pitboss.cli import progress
    from pitboss.events.plan import Block
    from pitboss.events.schedule import next_round
    from pitboss.events.worker import Work
    from pitboss.events.workers import play_here

    monkeypatch.setattr(progress, "_FIRST_LINE_SECONDS", 0.0)
    plan = plan_of("jedna", "simple", "random", blocks=10)
    bar = progress.Bar(plan, "Playing")
    round_ = next_round(plan, 0, None)
    assert round_ is not None
    bar.begins(round_, 10)
    batches = [play_here(Work(plan.id, plan, (Block(one, (0, 1)),))) for one in range(2)]

    for batch in batches:
        bar.counted([batch])

    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert re.match(r"Playing: 2 of 20 games, [\d.,]+ games/s; (simple|random) \d+\.\d%", lines[0])


def test_faults_are_counted_by_kind_with_the_first_of_each(shell: Shell, crowd: Path) -> None:
    told = shell.run(crowd, "standings", "--json").json()
    text = shell.run(crowd, "standings", COLUMNS="200").out

    (fault,) = told["faults"]
    assert fault["bot"] == "crashes-when-asked-for-an-answer"
    assert (fault["kind"], fault["noted"]) == ("startup", 16)
    assert "status 1" in fault["first"]["message"]
    assert "startup 16 times, first in" in text
