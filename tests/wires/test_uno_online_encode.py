"""The gameState of the uno-online wire, as each side gets it."""

from typing import Any

import msgspec
import pytest

from pitboss.games.game import SPECTATOR
from pitboss.games.rng import Rng
from pitboss.games.uno import UNO, UnoGame
from pitboss.games.uno.notation import read_action as ours
from pitboss.wires.uno_online.encode import RecentActions, game_info, game_state

NAMES = ("Ann", "Player 2")


def table(position: str, rules: str = "uno-online") -> UnoGame:
    return UNO.set_up(UNO.rules(rules), position)


def seen(game: UnoGame, side: int, story: RecentActions | None = None) -> dict[str, Any]:
    info = game_info(game, "room1", "uno-online@1", 7)
    state = game_state(game, side, info, NAMES, story or RecentActions())
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(state))
    return found


def codes(cards: list[dict[str, Any]]) -> list[str]:
    return [card["code"] for card in cards]


def test_the_bot_sees_every_documented_field() -> None:
    game = table("hands=r1,g2,b+2|r5,r5,wd4 top=b5 turn=1 moves=3")

    state = seen(game, 1)

    assert state == {
        "game": {
            "roomCode": "room1",
            "currentTurn": "Player 2",
            "turnNumber": 7,
            "isOver": False,
            "winner": None,
            "rules": "uno-online@1",
            "ending": None,
            "round": 1,
            "scores": [0, 0],
            "pendingDraw": 0,
            "drawPileCount": 101,
        },
        "currentCard": {"code": "5B", "type": "number", "color": "B", "value": 5},
        "currentColor": "B",
        "player1": {"name": "Ann", "cardCount": 3},
        "player2": {
            "name": "Player 2",
            "cardCount": 3,
            "cards": [
                {"code": "5R", "type": "number", "color": "R", "value": 5},
                {"code": "5R", "type": "number", "color": "R", "value": 5},
                {"code": "D4W", "type": "draw4", "color": None, "value": "draw4"},
            ],
            "playableCards": [
                {"code": "5R", "type": "number", "color": "R", "value": 5},
                {"code": "5R", "type": "number", "color": "R", "value": 5},
                {"code": "D4W", "type": "draw4", "color": None, "value": "draw4"},
            ],
        },
        "botContext": {
            "isMyTurn": True,
            "canPlay": True,
            "mustDraw": False,
            "shouldCallUno": False,
            "actions": ["play", "draw"],
        },
        "recentActions": [],
    }


def test_player_1_sees_the_same_from_its_own_side() -> None:
    state = seen(table("hands=r1,g2|r5,wd4 top=b5 turn=1"), 0)

    assert codes(state["player1"]["cards"]) == ["1R", "2G"]
    assert state["player1"]["playableCards"] == []
    assert state["player2"] == {"name": "Player 2", "cardCount": 2}
    assert state["botContext"]["isMyTurn"] is False


def test_a_spectator_sees_no_hand() -> None:
    state = seen(table("hands=r1,g2|r5,wd4 top=b5"), SPECTATOR)

    assert state["player1"] == {"name": "Ann", "cardCount": 2}
    assert state["player2"] == {"name": "Player 2", "cardCount": 2}
    assert not any(state["botContext"].values())


@pytest.mark.parametrize(
    ("position", "context"),
    [
        ("hands=r1|g1,g2,g3 top=r7 turn=1", (True, False, True, False)),
        ("hands=r1|r1,g2,g3 top=r7 turn=1", (True, True, False, False)),
        ("hands=r1|r1,g2 top=r7 turn=1", (True, True, False, True)),
        ("hands=r1|r1,g2 top=r7 turn=1 called=1", (True, True, False, False)),
        ("hands=r1|g1,g2 top=r7 turn=1", (True, False, True, False)),
        ("hands=r1|r1 top=r7 turn=1", (True, True, False, False)),
        ("hands=r1|r1,g2 top=r7 turn=0", (False, False, False, False)),
    ],
)
def test_the_context_says_what_the_reader_can_do(position: str, context: tuple[bool, ...]) -> None:
    found = seen(table(position), 1)["botContext"]

    keys = ("isMyTurn", "canPlay", "mustDraw", "shouldCallUno")
    assert tuple(found[key] for key in keys) == context


def test_a_wild_on_the_table_counts_as_the_colour_named() -> None:
    state = seen(table("hands=r1|b1,g2,r3 top=wb turn=1"), 1)

    assert state["currentColor"] == "B"
    assert state["currentCard"] == {"code": "W", "type": "wild", "color": "B", "value": "wild"}
    assert codes(state["player2"]["playableCards"]) == ["1B"]


def test_a_finished_game_names_the_winner_and_still_hides_the_loser() -> None:
    game = table("hands=r1|r4,g5 top=r7")
    game.apply(ours("r1"))

    state = seen(game, 0)

    assert state["game"]["isOver"] is True
    assert state["game"]["winner"] == "Player 1"
    assert state["game"]["currentTurn"] is None
    assert state["game"]["ending"] == "went-out"
    assert state["player2"] == {"name": "Player 2", "cardCount": 2}


def test_recent_actions_tell_how_many_were_drawn_and_never_which() -> None:
    game = table("hands=r+2,r1|b4,g5 top=r7 next=y1,y2,y3,y4,y5,y6")
    story = RecentActions()
    notes: list[tuple[int, ...]] = []
    game.trace = notes
    game.apply(ours("r+2"))

    story.add(3, notes)

    told = seen(game, 1, story)["recentActions"]
    assert [(one["player"], one["action"], one["card"], one["count"]) for one in told] == [
        ("Player 1", "play", "D2R", None),
        ("Player 1", "forgotUno", None, None),
        ("Player 1", "draw", None, 2),
        ("Player 2", "draw", None, 2),
    ]
    assert told[0]["color"] == "R"
    assert told[0]["turn"] == 3


def test_only_the_last_ten_actions_are_kept() -> None:
    story = RecentActions()
    for turn in range(30):
        story.add(turn, [(2, 0)])

    assert [one.turn for one in story.actions] == list(range(20, 30))


def test_other_rules_offer_their_own_words() -> None:
    drawn = table("hands=r1|g1,r2 top=r7 turn=1 phase=1 drawn=r2", "official")
    caught = table("hands=r1|g1,r2 top=r7 turn=1 phase=4 offender=0 resume=1", "official")
    first = table("hands=r1,r2|g1 top=w phase=2", "official")
    four = table("hands=r1,r2|g1 top=wd4b pending=4 war=2 four_by=1", "official")

    assert seen(drawn, 1)["botContext"]["actions"] == ["play", "uno", "pass"]
    assert seen(caught, 1)["botContext"]["actions"] == ["pass", "catch"]
    assert seen(first, 0)["botContext"]["actions"] == ["color"]
    assert seen(first, 0)["currentColor"] is None
    assert seen(four, 0)["botContext"]["actions"] == ["pass", "challenge"]
    assert seen(four, 0)["game"]["pendingDraw"] == 4


@pytest.mark.parametrize("rules", ["uno-online", "official", "jedna", "jedna-reference"])
def test_a_view_does_not_change_when_the_hidden_cards_are_dealt_anew(rules: str) -> None:
    for seed in range(10):
        game = UNO.new(UNO.rules(rules), 2, seed)
        rng = Rng(seed, 5)
        for _ in range(60):
            if game.actor() < 0:
                break
            for side in (0, 1, SPECTATOR):
                other = game.redeal(side, seed + 99)
                assert seen(other, side) == seen(game, side)
            game.apply(game.sample(rng))
