"""What was typed wrong is named, with a way out: exit code 2, no trace, and nothing is written."""

from pathlib import Path

import pytest
from cli_rig import Shell, agent, contents, shell, typed, write_bot

__all__ = ["shell"]

TWO = '[[bot]]\nbot = "simple"\ncount = 2\n'


@pytest.fixture(scope="module")
def folder(shell: Shell, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Bots that work and bots that don't, and journals of both kinds."""
    found = tmp_path_factory.mktemp("bad")
    agent(found / "mybot.py")
    write_bot(found / "syntax.py", "def (\n")
    (found / "letter").write_text("hello\n")
    for name, text in {
        "no-program": "hello\n",
        "dies": "#!/bin/sh\necho oh no >&2\nexit 3\n",
    }.items():
        (found / name).write_text(text)
        (found / name).chmod(0o755)
    (found / "sub").mkdir()
    (found / "text.db").write_text("Dear journal ...\n")
    for seed in "12":
        words = ["play", "jedna", "simple", "random", "-n", "2", "--seed", seed]
        shell.run(found, *words, "--name", "friday", "--db", "played.db")
    (found / "good.toml").write_text(f'game = "jedna"\nblocks = 1\n{TWO}')
    return found


def refused(shell: Shell, folder: Path, *words: str) -> str:
    """What is said about a command that must change nothing."""
    before = contents(folder)

    done = shell.run(folder, *words, code=2, COLUMNS="200")

    assert contents(folder) == before, "something was written"
    assert "Traceback" not in done.err
    assert done.out == ""
    return done.err


PLAY = ["play", "jedna", "simple"]
TOURNAMENT = ["tournament", "--game", "jedna", "simple", "random"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        # The game and its rules.
        (["play", "jedan", "simple", "random"], "did you mean jedna?"),
        (["play", "uno", "simple", "random", "--rules", "oficial"], "did you mean official?"),
        ([*PLAY, "random", "--rules", "targt=0"], "did you mean target?"),
        ([*PLAY, "random", "--rules", "target=lots"], "target='lots' will not do"),
        (["compare", "simple", "random", "--game", "chess"], "there is no game 'chess'"),
        (["calibrate", "simple", "--game", "jedan"], "did you mean jedna?"),
        (["tournament", "--game", "jedan", "simple", "random"], "did you mean jedna?"),
        (["tournament", "init", "new.toml", "--game", "jedan"], "did you mean jedna?"),
        (["rules", "oficial"], "did you mean official?"),
        # The bots.
        ([*PLAY, "simpel"], "there is no bot 'simpel'"),
        ([*PLAY, "simpel"], "did you mean simple?"),
        ([*PLAY, "./mybott.py"], "did you mean ./mybot.py?"),
        ([*PLAY, "python3 mybott.py"], "there is no file mybott.py"),
        ([*PLAY, "rubyy agent.rb"], "'rubyy' is no program that is found on PATH"),
        ([*PLAY, "./letter"], "chmod +x ./letter"),
        ([*PLAY, "./sub"], "is a folder"),
        ([*PLAY, "./no-program"], "first line does not say what runs it"),
        ([*PLAY, "./dies"], "exited with status 3 at once"),
        ([*PLAY, "./dies"], "oh no"),
        ([*PLAY, "./dies"], "try by hand: ./dies"),
        ([*PLAY, "python3 -S syntax.py"], "SyntaxError"),
        (["compare", "simple", "./dies", "--game", "jedna"], "dies can't be started"),
        (["calibrate", "./dies", "--game", "jedna"], "dies can't be started"),
        ([*TOURNAMENT, "./dies"], "dies can't be started"),
        ([*PLAY, "cmd='python3 mybot.py' nmae=x"], "did you mean name?"),
        ([*PLAY, "cmd='python3 mybot.py' wire=jednna"], "did you mean jedna?"),
        ([*PLAY, "cmd='python3 mybot.py' timeout=-1"], "timeout is -1"),
        ([*PLAY, "cmd='python3 mybot.py"], "quotes come in pairs"),
        ([*PLAY, "simple:0"], "count is 0"),
        ([*PLAY, "cmd='python3 mybot.py' wire=algopoker"], "mybot can't play"),
        (PLAY, "at least 2 bots are needed, not 1"),
        (["compare", "simple", "random:2", "--game", "jedna"], "one bot and another"),
        (["calibrate", "simple:2", "--game", "jedna"], "takes one bot, not 2"),
        # How many, how long, how sure.
        ([*PLAY, "random", "-n", "0"], "--games"),
        ([*PLAY, "random", "-n", "some"], "valid integer"),
        ([*PLAY, "random", "--timeout", "-1"], "--timeout"),
        ([*PLAY, "random", "--timeout", "nan"], "--timeout"),
        ([*PLAY, "random", "--startup", "-1"], "--startup"),
        ([*PLAY, "random", "--startup", "inf"], "startup is inf"),
        ([*PLAY, "random", "--seats", "99"], "is for 2 to 10"),
        ([*PLAY, "random", "--seats", "3"], "at least 3 bots"),
        ([*PLAY, "random", "--jobs", "-1"], "--jobs"),
        (["compare", "simple", "random", "--game", "jedna", "--margin", "2"], "0.02 is 2 of them"),
        (["compare", "simple", "random", "--game", "jedna", "--margin", "inf"], "no difference"),
        (["compare", "simple", "random", "--game", "jedna", "--alpha", "0"], "--alpha"),
        (["compare", "simple", "random"], "--game"),
        ([*TOURNAMENT, "--format", "swis"], "did you mean swiss?"),
        ([*TOURNAMENT, "--format", "match", "--rounds", "2"], "rounds is for swiss and ladder"),
        ([*TOURNAMENT, "--heroes", "1"], "heroes is for gauntlet"),
        ([*TOURNAMENT, "--format", "gauntlet", "--heroes", "2"], "at most 1 can be heroes"),
        (["tournament", "simple", "random"], "which game?"),
        # Where it is kept, and where it is played.
        ([*PLAY, "random", "--db", "sub"], "sub is a folder"),
        ([*PLAY, "random", "--db", "text.db"], "text.db is no database"),
        ([*PLAY, "random", "--db", "none/new.db"], "There is no folder none"),
        ([*PLAY, "random", "--db", "/proc/new.db"], "/proc/new.db"),
        ([*PLAY, "random", "--db", "mysql://host/games"], "can't be kept in mysql"),
        ([*PLAY, "random", "--cluster", "nowhere"], "like tcp://scheduler:8786"),
        # Files of tournaments.
        (["tournament", "none.toml"], "pitboss tournament init"),
        (["tournament", "good.toml", "simple"], "names its bots itself"),
        (["tournament", "init", "good.toml"], "is there already"),
        (["tournament", "init", "none/new.toml"], "can't be written"),
        (["tournament", "init", "new.toml", "--seats", "3"], "--seats"),
        # What has been played.
        (["results"], "There is no journal pitboss.db"),
        (["standings"], "Play an event first"),
        (["report"], "There is no journal"),
        (["export"], "There is no journal"),
        (["show", "last-0-0"], "There is no journal"),
        (["results", "--db", "sub"], "sub is a folder"),
        (["standings", "--db", "text.db"], "text.db is no database"),
        (["results", "--bot", "simple", "--db", "played.db"], "--bot: of which event?"),
        (["results", "--lost", "--faults"], "--lost, --faults: of which event?"),
        (["results", "last", "--bot", "zz", "--db", "played.db"], "there are: simple, random"),
        (["show", "last-0-0", "--as", "simpel", "--db", "played.db"], "(simple, random)"),
        (["replay", "letter", "--verify", "--phh"], "leave out --verify"),
        (["replay", "letter", "--json", "--phh"], "leave out --json"),
        (["tournament", "godo.toml"], "did you mean good.toml?"),
        (["results", "fridai", "--db", "played.db"], "Did you mean friday"),
        (["standings", "zzz", "--db", "played.db"], "has no event 'zzz'"),
        (["report", "zzz", "--db", "played.db"], "has no event 'zzz'"),
        (["export", "zzz", "--db", "played.db"], "has no event 'zzz'"),
        (["standings", "friday", "--db", "played.db"], "'friday' could be"),
        (["show", "zzz-0-0", "--db", "played.db"], "has no event 'zzz'"),
        (["show", "last", "--db", "played.db"], "called like k7f3q2ab-12-1"),
        (["show", "last-0-2", "--db", "played.db"], "the nearest is"),
        (["show", "last-7-0", "--db", "played.db"], "the nearest is"),
        (["show", f"last-{10**30}-0", "--db", "played.db"], "the nearest is"),
        (["show", "last-0-0", "--as", "nobody", "--db", "played.db"], "nobody sits at 'nobody'"),
        (["results", "last", "--bot", "simpel", "--db", "played.db"], "did you mean simple?"),
        (["results", "last", "--lost", "--db", "played.db"], "whose losses?"),
        (
            ["report", "-o", "none/page.html", "--db", "played.db"],
            "none/page.html can't be written",
        ),
        (["report", "-o", "sub", "--db", "played.db"], "sub can't be written"),
        (["report", "--json", "-o", "-", "--db", "played.db"], "name a file with -o"),
        (["export", "-f", "xml", "--db", "played.db"], "'phh'"),
        (["export", "-f", "phh", "--db", "played.db"], "only hold'em has hand histories"),
        (["export", "-f", "phhs", "-o", "new.phhs", "--db", "played.db"], "json, csv or text"),
        (["export", "-o", "none/games.jsonl", "--db", "played.db"], "can't be written"),
        (["export", "--games", "x", "--db", "played.db"], "should be like 17, 1..100"),
        (["export", "--games", "9", "-o", "new", "--db", "played.db"], "has 2 games"),
        (["replay", "none.phhs"], "No such file"),
        (["replay", "played.db"], "is no text"),
        (["demo", "--folder", "text.db"], "choose another with --folder"),
        (["serve", "--log", "xml"], "it is text or json"),
        (["serve", "--rules", "stak=5"], "--rules: there is no knob 'stak'"),
        (["serve", "--table", "friday"], "--table: friday: it is NAME=RULES"),
        (["serve", "--rules", "seats=2", "--seat", "simple", "--seat", "random"], "2 seats"),
        (["serve", "--tls-cert", "none.pem", "--port", "0", "--poker-port", "0"], "none.pem"),
        (["serve", "--tls-key", "none.key"], "which --tls-cert names"),
        (["serve", "--trusted-proxy", "nowhere"], "--trusted-proxy nowhere"),
        (["plya", "jedna"], "Did you mean 'play'"),
        ([*PLAY, "random", "--sed", "1"], "--seed"),
    ],
    ids=lambda value: "-".join(value)[:70] if isinstance(value, list) else "",
)
def test_it_is_refused(shell: Shell, folder: Path, words: list[str], says: str) -> None:
    assert says in refused(shell, folder, *words)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('game = "jedna\n', "bad.toml:1:14: this is no TOML"),
        (f'game = "jedna"\nseets = 2\n{TWO}', "bad.toml:2: there is no key 'seets'"),
        (f'game = "jedna"\nseets = 2\n{TWO}', "did you mean seats?"),
        (f'game = "jedna"\nseats = "two"\n{TWO}', "bad.toml:2: seats is 'two'; a whole number"),
        (f'game = "jedna"\ntimeout = -1\n{TWO}', "bad.toml:2: timeout is -1"),
        (f'game = "jedna"\nformat = "knokout"\n{TWO}', "did you mean knockout?"),
        (f'game = "jedna"\npolicy = "jendna"\n{TWO}', "did you mean jedna?"),
        (f'game = "jedan"\n{TWO}', "bad.toml:1: there is no game 'jedan'"),
        ('game = "jedna"\n[[bot]]\nbot = "simple"\n', "at least 2 bots are needed, not 1"),
        ('game = "jedna"\n', "[[bot]] is missing"),
        (TWO, "game is missing"),
        (f'game = "jedna"\nseats = 3\n{TWO}', "needs at least 3 bots, not 2"),
        (f'game = "jedna"\n[rules]\ntargt = 1\n{TWO}', "bad.toml:3: there is no knob 'targt'"),
        ('game = "jedna"\n[[bot]]\nbot = "simpel"\n', "bot 1: there is no bot 'simpel'"),
        (f'game = "jedna"\n[[bot]]\ncmd = "./none.py"\n{TWO}', "there is no file ./none.py"),
        (f'game = "jedna"\n[[bot]]\ncmd = "./dies"\n{TWO}', "dies can't be started"),
        (f'game = "jedna"\ndb = "none/new.db"\n{TWO}', "There is no folder"),
    ],
)
def test_a_file_of_a_tournament_is_refused_by_its_line(
    shell: Shell, folder: Path, text: str, says: str
) -> None:
    (folder / "bad.toml").write_text(text)

    assert says in refused(shell, folder, "tournament", "bad.toml")


@pytest.mark.parametrize(
    "option",
    [
        "--game uno",
        "--rules official",
        "--seats 2",
        "--timeout 1",
        "--startup 10",
        "-n 20",
        "--format round-robin",
        "--rounds 0",
        "--heroes 1",
    ],
)
def test_what_a_file_decides_can_not_be_decided_beside_it(
    shell: Shell, folder: Path, option: str
) -> None:
    said = refused(shell, folder, "tournament", "good.toml", *option.split())

    assert "good.toml decides" in said
    assert option.split()[0].replace("-n", "--games") in said


def test_a_files_seed_can_not_be_changed_beside_it(shell: Shell, folder: Path) -> None:
    good = folder / "good.toml"
    text = good.read_text()
    good.write_text(f"seed = 1\n{text}")
    try:
        said = refused(shell, folder, "tournament", "good.toml", "--seed", "0")
    finally:
        good.write_text(text)

    assert "good.toml has a seed" in said


def test_jobs_journal_and_name_are_chosen_beside_a_file(shell: Shell, tmp_path: Path) -> None:
    text = f'name = "one"\ngame = "jedna"\nblocks = 2\ndb = "file.db"\njobs = 2\nseed = 1\n{TWO}'
    (tmp_path / "t.toml").write_text(text)
    words = ["--jobs", "1", "--db", "pitboss.db", "--name", "two", "--json"]

    beside = shell.run(tmp_path, "tournament", "t.toml", *words).json()
    assert not (tmp_path / "file.db").exists()
    alone = shell.run(tmp_path, "tournament", "t.toml", "--json", PITBOSS_DB="other.db").json()

    assert (beside["name"], alone["name"]) == ("two", "one")
    assert beside["digest"] == alone["digest"]
    assert (tmp_path / "file.db").exists()
    assert not (tmp_path / "other.db").exists()


def test_a_cluster_that_does_not_answer_leaves_no_event(folder: Path) -> None:
    pytest.importorskip("distributed")
    before = contents(folder)

    done = typed(folder, *PLAY, "random", "--cluster", "tcp://127.0.0.1:1", code=2)

    assert "no Dask scheduler answers at tcp://127.0.0.1:1" in done.err
    assert "Traceback" not in done.err
    assert contents(folder) == before


def test_a_bot_that_can_not_start_says_so_without_touching_the_terminal(
    shell: Shell, folder: Path
) -> None:
    (folder / "loud").write_text("#!/bin/sh\nprintf '\\033[31mred\\007' >&2\nexit 1\n")
    (folder / "loud").chmod(0o755)

    said = refused(shell, folder, *PLAY, "./loud")

    assert "\\u001b[31mred\\u0007" in said
    assert "\x1b" not in said


def test_a_bug_of_ours_is_no_verdict(tmp_path: Path) -> None:
    # Python leaves with 1, which `compare` means "worse" by.
    (tmp_path / "sitecustomize.py").write_text(
        "import pitboss.events.entrants as spec\n"
        "def broken(*_): raise RuntimeError('a bug')\n"
        "spec.read_entrants = broken\n"
    )

    done = typed(
        tmp_path, "compare", "simple", "random", "-g", "jedna", code=5, PYTHONPATH=str(tmp_path)
    )

    assert "RuntimeError: a bug" in done.err
