"""Why the rules refuse an action, in words and in the game's own notation."""

import re
from pathlib import Path

import pytest

import pitboss.games
from pitboss.games.game import IllegalAction
from pitboss.games.registry import kind_named

SOURCES = Path(pitboss.games.__file__).parent
REASON = re.compile(r'IllegalAction\(\s*"(\w+)"')


@pytest.mark.parametrize(("folder", "game"), [("uno", "uno"), ("holdem", "holdem-tournament")])
def test_every_reason_has_a_sentence(folder: str, game: str) -> None:
    source = "".join(path.read_text() for path in (SOURCES / folder).glob("*.py"))
    reasons = set(REASON.findall(source))

    assert reasons
    assert reasons == set(kind_named(game).refusals)


@pytest.mark.parametrize(
    ("rules", "position", "action", "sentence"),
    [
        ("jedna", "hands=g5,r1|r2,r3 top=b+2", "g5", "g5 does not go on b+2"),
        ("jedna", "hands=g5,r1|r2,r3 top=wb", "g5", "g5 does not go on wb"),
        ("jedna", "hands=g5,r1|r2,r3 top=b3", "b4", "b4 is not in hand"),
        ("jedna", "hands=b5,r1|r2,r3 top=b3", "b5 twice", "b5 twice: these rules allow one card"),
        ("jedna", "hands=b5,wd4|r2,r3 top=b3", "wd4r", "wd4 needs a hand without blue"),
        ("jedna", "hands=g5,r1|r2,r3 top=b3", "pass", "passing is open only after drawing"),
    ],
)
def test_uno(rules: str, position: str, action: str, sentence: str) -> None:
    _assert_refused("uno", rules, position, action, sentence)


@pytest.mark.parametrize(
    ("position", "action", "sentence"),
    [
        (
            "stacks=1000,1000 blinds=50/100",
            "raise 150",
            "a raise to 150 is too small: 200 is the least",
        ),
        (
            "stacks=1000,1000 blinds=50/100",
            "raise 1001",
            "a raise to 1001 is too big: 1000 is the most",
        ),
    ],
)
def test_holdem(position: str, action: str, sentence: str) -> None:
    _assert_refused("holdem", "", position, action, sentence)


def _assert_refused(game: str, rules: str, position: str, action: str, sentence: str) -> None:
    kind = kind_named(game)
    dealt = kind.set_up(kind.rules(rules), position)
    with pytest.raises(IllegalAction) as refused:
        dealt.apply(kind.read_action(action))
    told = kind.refusal_sentence(refused.value)
    assert told.startswith(sentence)
    assert "=" not in told


def test_a_game_without_sentences_tells_reason_and_facts() -> None:
    kind = kind_named("uno")

    assert kind.refusal_sentence(IllegalAction("too_odd", seat=2)) == "too odd (seat 2)"
