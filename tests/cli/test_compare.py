"""What `compare` tells: faults beside the verdict, games that count, and one meaning of bb/100."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from cli_rig import Done, Shell, agent, shell, write_bot

__all__ = ["shell"]

# With three cards left it meets a name that nobody defined.
_ASKED = '        if message["type"] == "request_action":\n'
_CRASH = _ASKED + '            if len(message["state"]["hand"]) == 3:\n                card\n'


class Compared(NamedTuple):
    """A comparison of a bot that crashes in most games, as it is told everywhere."""

    text: str
    told: dict[str, Any]
    standings: dict[str, Any]
    page: str


@pytest.fixture(scope="module")
def crashes(shell: Shell, tmp_path_factory: pytest.TempPathFactory) -> Compared:
    folder = tmp_path_factory.mktemp("crashes")
    bot = agent(folder / "new.py")
    bot.write_text(bot.read_text().replace(_ASKED, _CRASH))
    assert "card\n" in bot.read_text()
    words = ["compare", "jedna", "./new.py", "simple", "-n", "16", "--seed", "x", "--margin", "0.1"]
    text = shell.run(folder, *words, code=1).out
    told = shell.run(folder, *words, "--json", code=1).json()
    standings = shell.run(folder, "standings", "--json").json()
    shell.run(folder, "report", "-o", "page.html")
    return Compared(text, told, standings, (folder / "page.html").read_text())


def test_a_bot_that_is_worse_because_it_crashes_is_told_so_first(crashes: Compared) -> None:
    first, second, third = crashes.text.splitlines()[:3]
    new = crashes.told["troubles"]["new"]

    assert 8 < new["forfeits"] < 16
    deed = f"forfeited {new['forfeits']} of 16 games"
    assert first.startswith("new is worse than simple: -")
    assert f"because it {deed} (crash: NameError: name 'card' is not defined)" in first
    assert second == f"new {deed}; simple had no faults."
    assert third.startswith(f"In the {16 - new['forfeits']} games without faults: ")
    assert third.endswith("the verdict is over all games.")


def test_programs_are_told_the_same(crashes: Compared) -> None:
    told = crashes.told
    troubles = told["troubles"]

    assert told["comparison"]["verdict"] == "worse"
    assert told["sentence"] == crashes.text.splitlines()[0]
    assert troubles["new"]["decisive"]
    assert troubles["new"]["cause"].startswith("crash: NameError")
    assert troubles["base"] == {
        "forfeits": 0, "games_with_faults": 0, "faults": 0, "cause": "", "decisive": False,
    }  # fmt: skip
    assert troubles["without"]["games"] == 16 - troubles["new"]["forfeits"]
    assert (told["games"], told["played"]) == (16, 16)


def test_standings_and_report_carry_the_verdict(crashes: Compared) -> None:
    facts = {"event", "game", "rules", "seed"}
    told = {key: value for key, value in crashes.told.items() if key not in facts}

    assert crashes.standings["comparison"] == told
    assert (told["margin"], told["alpha"], told["beta"]) == (0.1, 0.05, 0.05)
    for text in (told["sentence"], told["promise"], "A lead of 10 points (the margin)"):
        assert text.replace("'", "&#x27;") in crashes.page or text in crashes.page


def test_bb100_is_the_bots_own_win_rate_everywhere(shell: Shell, tmp_path: Path) -> None:
    words = ["compare", "simple", "random", "--game", "holdem-cash", "--rules", "cash,hands=5"]

    told = shell.run(tmp_path, *words, "-n", "60", "--seed", "x", "--json", code=None).json()
    lines = shell.run(tmp_path, *words, "-n", "60", "--seed", "x", code=None).out
    rows = shell.run(tmp_path, "standings", "--json").json()["standings"]["table"]["rows"]

    own = {row["name"]: row["payoff"]["estimate"] for row in rows}
    assert told["comparison"]["estimate"]["estimate"] == pytest.approx(own["simple"])
    assert told["measure"] == "win rate of new"
    assert told["margin"] == 5
    assert f"a win rate of {own['simple']:+.1f} bb/100" in lines


def test_games_that_count_and_games_that_were_played_are_told_apart(
    shell: Shell, tmp_path: Path
) -> None:
    words = ["compare", "random", "random", "--game", "jedna", "--seed", "x", "--most"]

    long = shell.run(tmp_path, *words, "400", "-v", code=4).out
    told = shell.run(tmp_path, *words, "40", "--json", code=4).json()
    text = shell.run(tmp_path, *words, "40", code=4).out

    assert shell.run(tmp_path, "results", "--json").json()[0]["games"] == told["played"]
    assert told["games"] == 40
    assert told["played"] >= 400
    kept = f"40 games count; {told['played'] - 40} more were under way and are kept, not counted."
    assert kept in text.splitlines()
    assert "Log-likelihood" in long
    assert "Log-likelihood" not in text


def test_no_more_is_played_than_a_verdict_needs(shell: Shell, tmp_path: Path) -> None:
    told = shell.run(
        tmp_path, "compare", "jedna", "simple", "random", "--seed", "x", "--json"
    ).json()

    assert told["games"] == 128
    assert told["played"] < 2 * 128


def test_what_is_left_to_decide_is_told_in_words(shell: Shell, tmp_path: Path) -> None:
    words = ["compare", "random", "random", "--game", "jedna", "--seed", "x", "--most", "400"]

    text = shell.run(tmp_path, *words, code=4).out

    assert "random could still be up to " in text
    assert " points better, or " in text
    assert " games more at this rate" in text


def test_the_last_question_is_the_one_that_the_report_answers(shell: Shell, tmp_path: Path) -> None:
    words = ["compare", "simple", "random", "--game", "jedna", "--seed", "x", "--json"]

    shell.run(tmp_path, *words)
    shell.run(tmp_path, *words, "--margin", "0.3", "--alpha", "0.01")

    found = shell.run(tmp_path, "standings", "--json").json()["comparison"]
    assert (found["margin"], found["alpha"]) == (0.3, 0.01)


def test_the_game_comes_first_or_behind_its_option(shell: Shell, tmp_path: Path) -> None:
    bots, rest = ["simple", "random"], ["--seed", "x", "-n", "4", "--json"]

    for command in ("play", "compare"):
        events = {
            shell.run(tmp_path, command, *words, *rest, code=None).json()["event"]
            for words in (["jedna", *bots], [*bots, "--game", "jedna"], [*bots, "-g", "jedna@1"])
        }
        assert len(events) == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["simple", "random"], "which game? simple is a bot"),
        (["simple", "random"], "jedna simple random"),
        (["simple", "jedna", "random"], "jedna simple random"),
        (["jedna", "simple", "random", "-g", "uno"], "two games are named"),
        (["jedan", "simple", "random"], "did you mean jedna?"),
    ],
)
@pytest.mark.parametrize("command", ["play", "compare"])
def test_a_game_that_is_missing_or_named_twice_is_told(
    shell: Shell, tmp_path: Path, command: str, words: list[str], says: str
) -> None:
    done = shell.run(tmp_path, command, *words, code=2)

    assert says in done.err
    assert not (tmp_path / "pitboss.db").exists()


def test_the_policy_decides_what_faults_cost(shell: Shell, tmp_path: Path) -> None:
    program = "import sys\nfor line in sys.stdin:\n    if 'request_action' in line:\n"
    write_bot(tmp_path / "nonsense.py", f"{program}        print('banana', flush=True)\n")
    words = ["play", "jedna", "./nonsense.py", "simple", "-n", "2", "--seed", "x", "--json"]

    def forfeits(done: Done) -> int:
        rows = done.json()["standings"]["table"]["rows"]
        return int(next(row["forfeits"] for row in rows if row["name"] == "nonsense"))

    assert forfeits(shell.run(tmp_path, *words)) == 0
    assert forfeits(shell.run(tmp_path, *words, "--policy", "jedna-strict")) == 2
    assert "did you mean native?" in shell.run(tmp_path, *words, "--policy", "nativ", code=2).err


def test_no_seed_is_promised_for_an_event_that_can_not_begin(shell: Shell, tmp_path: Path) -> None:
    write_bot(tmp_path / "dies.py", "import sys\nsys.exit('oh no')\n")

    done = shell.run(tmp_path, "play", "jedna", "./dies.py", "simple", code=2)

    assert "dies can't be started" in done.err
    assert "SHA-256" not in done.err


def test_a_mute_bot_is_given_up_and_the_verdict_says_why(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "mute.sh").write_text("cat > /dev/null\n")
    words = ["compare", "jedna", "sh mute.sh", "simple", "--timeout", "0.1", "--startup", "0.1"]

    done = shell.run(tmp_path, *words, code=1)

    assert "because it forfeited 128 of 128 games (startup: no answer in time" in done.out
    said = done.err.splitlines()
    (at,) = [number for number, line in enumerate(said) if "taken out of the event" in line]
    assert said[at].startswith("mute was taken out of the event: it lost 3 games in a row")
    assert said[at + 1] == "  To look into it:  pitboss check 'sh mute.sh' --game jedna"
    kinds = [fault["kind"] for fault in _faults(shell, tmp_path)]
    assert sorted(kinds) == ["removed", "startup"]
    assert {fault["noted"] for fault in _faults(shell, tmp_path) if fault["kind"] == "startup"} == {
        3
    }


def _faults(shell: Shell, folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(shell.run(folder, "standings", "--json").out)["faults"]
    return found
