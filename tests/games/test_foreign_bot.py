"""A bot from another package is one like ours: it has a name, and plays wherever ours do."""

import json
from pathlib import Path

import pytest
from cli_rig import typed
from serve_rig import serving
from websockets.sync.client import connect

# A complete bot from another package: it plays the last of its legal actions.
FOREIGN = '''
class LastBot:
    """the last of its legal actions, whatever that is"""

    name = "last"
    honest = True

    def __init__(self, seed):
        self.seed = seed

    def decide(self, game, seat):
        return list(game.legal())[-1]
'''


# One with options, which plays one game only: the action at a chosen place of the legal ones.
CHOOSY = '''
from pitboss.bots import Option


class NthBot:
    """one of its legal actions, by number"""

    name = "nth"
    honest = True
    games = ("uno",)
    options = (
        Option(name="place", meaning="which of its actions", usual=0, least=0, most=9),
        Option(name="end", meaning="from where it counts", usual="first", words=("first", "last")),
    )

    def __init__(self, seed, place, end):
        self.place = place if end == "first" else -1 - place

    def decide(self, game, seat):
        actions = list(game.legal())
        return actions[max(-len(actions), min(self.place, len(actions) - 1))]
'''


# The one of the document, for authors of such bots.
_PAGE = Path(__file__).parents[2] / "docs" / "writing-a-bot.md"
DOCUMENTED = _PAGE.read_text().partition("<!-- file: patient_bot.py -->\n```python\n")[2]
DOCUMENTED = DOCUMENTED.partition("```")[0]


@pytest.fixture
def site(tmp_path: Path) -> str:
    """A package with some bots, and two broken ones, in a folder that PYTHONPATH may name."""
    site = tmp_path / "site"
    metadata = site / "last_bot-1.0.dist-info"
    metadata.mkdir(parents=True)
    (site / "last_bot.py").write_text(FOREIGN)
    (site / "nth_bot.py").write_text(CHOOSY)
    (site / "patient_bot.py").write_text(DOCUMENTED)
    (site / "odd_bot.py").write_text(FOREIGN + "    options = ('place',)\n")
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: last-bot\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(
        "[pitboss.bots]\nlast = last_bot:LastBot\nlost = no_such_module:Bot\n"
        "nth = nth_bot:NthBot\nodd = odd_bot:LastBot\npatient = patient_bot:PatientBot\n"
    )
    return str(site)


def test_it_is_listed_and_plays_events_in_every_process(tmp_path: Path, site: str) -> None:
    listed = typed(tmp_path, "bots", PYTHONPATH=site).out
    words = ("play", "jedna", "last", "simple", "-n", "40", "--jobs", "2", "--json")
    event = json.loads(typed(tmp_path, *words, PYTHONPATH=site).out)

    assert "the last of its legal actions" in listed
    assert event["games"] == 40
    assert not event["faults"]


def test_a_broken_one_is_named_when_asked_for(tmp_path: Path, site: str) -> None:
    done = typed(tmp_path, "play", "jedna", "bot=lost", "simple", code=2, PYTHONPATH=site)

    assert "no_such_module" in done.err


def test_its_options_are_a_level_like_ours(tmp_path: Path, site: str) -> None:
    words = ("play", "jedna", "nth:end=last", "nth:place=2,end=last:2", "last", "--seed", "a")
    event = json.loads(typed(tmp_path, *words, "-n", "8", "--json", PYTHONPATH=site).out)
    bots = json.loads(typed(tmp_path, "bots", "--json", PYTHONPATH=site).out)

    names = [bot["name"] for bot in event["bots"]]
    two = ["nth:end=last,place=2", "nth:end=last,place=2-2"]
    assert sorted(names) == ["last", "nth:end=last", *two]
    listed = {bot["name"]: bot for bot in bots}
    assert [option["name"] for option in listed["nth"]["options"]] == ["place", "end"]
    assert listed["nth"]["games"] == ["uno"]


def test_the_last_action_by_number_is_the_last_action(tmp_path: Path, site: str) -> None:
    """So a level reaches the bot that is made, in every process."""

    def digest(bot: str) -> str:
        words = ("play", "jedna", f"bot={bot} name=one", "simple", "--seed", "a", "-n", "40")
        event = json.loads(typed(tmp_path, *words, "--jobs", "2", "--json", PYTHONPATH=site).out)
        return str(event["digest"])

    assert digest("nth:end=last") == digest("last")
    assert digest("nth") != digest("last")


def test_the_bot_of_the_document_plays(tmp_path: Path, site: str) -> None:
    words = ("play", "jedna", "patient:deals=3,style=wild", "last", "-n", "2", "--json")

    event = json.loads(typed(tmp_path, *words, PYTHONPATH=site).out)

    assert [bot["name"] for bot in event["bots"]] == ["patient:deals=3,style=wild", "last"]
    assert not event["faults"]


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        ("nth:place=10", "place is '10'; a whole number from 0 to 9 was expected"),
        ("nth:pace=1", "nth has no option 'pace=1'; there are: place (a whole number from 0 to 9)"),
        ("bot=odd", "options is ('place',); a tuple of pitboss.bots.Option was expected"),
    ],
)
def test_a_wrong_level_is_told_in_words(tmp_path: Path, site: str, bot: str, told: str) -> None:
    assert told in typed(tmp_path, "play", "jedna", bot, "simple", code=2, PYTHONPATH=site).err


def test_it_is_refused_in_a_game_that_it_does_not_play(tmp_path: Path, site: str) -> None:
    done = typed(tmp_path, "play", "holdem", "nth", "simple", code=2, PYTHONPATH=site)

    assert "nth plays uno, not holdem; there are: random, simple" in done.err
    assert "last" in done.err


def test_it_sits_at_a_table(site: str) -> None:
    join = {"type": "join", "name": "guest", "game": "jedna", "seats": 2, "house": ["last"]}
    messages = []
    with serving(PYTHONPATH=site) as server, connect(server.native("t")) as guest:
        guest.send(json.dumps(join))
        for frame in guest:
            messages.append(json.loads(frame))
            if messages[-1]["type"] == "turn":
                turn = messages[-1]
                action = {"type": "action", "turn": turn["turn"], "action": turn["legal"][0]}
                guest.send(json.dumps(action))

    assert messages[-1]["type"] == "result"
