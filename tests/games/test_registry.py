"""The registry finds games by name, by preset and with knobs."""

import pytest

from pitboss.games.registry import UnknownGame, find, kind_named, kinds
from pitboss.games.rules import BadRules


@pytest.mark.parametrize(
    ("text", "kind", "rules"),
    [
        ("uno", "uno", "official@1"),
        ("jedna", "uno", "jedna@1"),
        ("official,target=0", "uno", "official@1,target=0"),
        ("uno,target=0", "uno", "official@1,target=0"),
        ("algopoker", "holdem-tournament", "algopoker@1"),
    ],
)
def test_a_game_is_found_by_its_kind_or_by_its_rules(text: str, kind: str, rules: str) -> None:
    game_kind, spec = find(text)

    assert game_kind.name == kind
    assert game_kind.write_rules(game_kind.rules(spec)) == rules


def test_an_unknown_game_tells_what_there_is() -> None:
    with pytest.raises(UnknownGame, match="there are: uno, holdem"):
        kind_named("chess")
    with pytest.raises(UnknownGame, match="jedna"):
        find("chess")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("unknown", "there are: official, uno-online"),
        ("jedna@2", "jedna is at version 1 here, not 2"),
        ("jedna,stacking", "should be knob=value"),
        ("jedna,stack=up", "there is no knob 'stack'"),
        ("jedna,stacking=maybe", "one of none, same, up"),
        ("jedna,double_play=maybe", "one of no, yes"),
        ("jedna,hand_limit=many", "will not do"),
        ("jedna,hand_limit=3", "hand_limit=3 is not above hand_size=7"),
        ("jedna,max_players=11", "from 2 to 10"),
    ],
)
def test_bad_rules_say_what_would_do(text: str, message: str) -> None:
    with pytest.raises(BadRules, match=message):
        kinds()["uno"].rules(text)


@pytest.mark.parametrize("name", ["uno", "holdem", "holdem-tournament", "holdem-cash"])
def test_too_many_or_too_few_players_are_refused(name: str) -> None:
    kind = kinds()[name]
    rules = kind.rules()
    for seats in (0, 1, 11):
        with pytest.raises(ValueError, match="not"):
            kind.new(rules, seats, 1)
