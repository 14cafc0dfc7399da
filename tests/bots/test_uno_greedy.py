"""`greedy` in the UNO family: each of its tips, and that together they beat chance."""

import pytest

from pitboss.bots.bot import Bot
from pitboss.bots.random_bot import RandomBot
from pitboss.bots.uno.greedy import UnoGreedy
from pitboss.games.uno import UNO
from pitboss.games.uno.notation import write_action
from pitboss.games.uno.rules import PRESETS


@pytest.mark.parametrize(
    ("rules", "position", "action"),
    [
        # Action cards first.
        ("jedna", "hands=r1,r2,r9,rs|g1,g2,g3 top=r7", "rs"),
        ("jedna", "hands=r1,r2,r9,r+2|g1,g2,g3 top=r7", "r+2"),
        # A number changes to a colour that is held more often...
        ("jedna", "hands=r1,b7,b2,b3|g1,g2,g3 top=r7", "b7"),
        # ... but not against somebody with few cards.
        ("jedna", "hands=r1,b7,b2,b3|g1,g2 top=r7", "r1"),
        # Wilds are saved, and name the colour that is held most.
        ("jedna", "hands=r1,w,b2,b3|g1,g2,g3 top=r7", "r1"),
        ("jedna", "hands=w,b2,b3,g5|g1,g2,g3 top=r7", "wb"),
        # A wild draw four is for somebody with one or two cards.
        ("uno-online", "hands=r1,wd4,b2,b3|g1,g2 top=r7", "wd4b"),
        ("uno-online", "hands=r1,wd4,b2,b3|g1,g2,g3 top=r7", "r1"),
        ("official", "hands=r1,b3|g1,g2,g3 top=r7", "uno"),
        ("jedna-reference", "hands=r1,r4,r4|g1,g2,g3 top=r7", "r4 twice"),
        ("jedna", "hands=b1|g1,g2,g3 top=r7", "draw"),
    ],
)
def test_greedy_follows_the_tips(rules: str, position: str, action: str) -> None:
    game = UNO.set_up(PRESETS[rules], position)

    assert write_action(UnoGreedy(0).decide(game, 0)) == action


@pytest.mark.parametrize("preset", list(PRESETS))
def test_greedy_beats_chance(preset: str) -> None:
    rules = PRESETS[preset]
    seats = min(4, rules.max_players)
    wins = 0
    for seed in range(60):
        game = UNO.new(rules, seats, 10**6 + seed)
        mine = seed % seats
        bots: list[Bot] = [RandomBot(seed) for _ in range(seats)]
        bots[mine] = UnoGreedy(seed)
        while game.actor() >= 0:
            game.apply(bots[game.actor()].decide(game, game.actor()))
        wins += game.result().places[mine] == 1

    assert wins > 60 / seats + 5
