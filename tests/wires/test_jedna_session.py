"""The Jedna wire, message by message and field by field, without any process."""

import json
from typing import Any

import msgspec
import pytest
from jedna_rig import EXAMPLE, NAMES, read, session, table

from pitboss.games.game import IllegalAction
from pitboss.games.holdem import HAND
from pitboss.games.uno import JEDNA, JEDNA_REFERENCE, OFFICIAL, UNO, UNO_ONLINE, UnoGame
from pitboss.games.uno.actions import DRAW, PASS, PLAYS, play
from pitboss.games.uno.cards import WILD, WILD_DRAW_FOUR
from pitboss.games.uno.hands import STRIDE, cards_in
from pitboss.games.uno.notation import read_action
from pitboss.play.answer import Answer
from pitboss.play.ruling import Ruling
from pitboss.wires.jedna import JednaClient, JednaSession
from pitboss.wires.jedna.messages import GameEnd, RequestAction
from pitboss.wires.jedna.session import unsayable


def state(game: UnoGame, dialect: str = "1.0") -> dict[str, Any]:
    request = json.loads(session(game, dialect).ask(game, 1, 5.0))
    assert request["type"] == "request_action"
    found: dict[str, Any] = request["state"]
    return found


# The request.


def test_the_request_has_every_field_of_the_document() -> None:
    game = table()

    assert json.loads(session(game).ask(game, 1, 5.0)) == {
        "type": "request_action",
        "state": {
            "your_id": "player1",
            "hand": ["b5", "g7", "r2", "wd4", "y1"],
            "top_card": "r7",
            "game_state": "normal",
            "stacked_cards": 0,
            "already_picked": False,
            "picked_card": None,
            "other_players": [{"id": "player2", "cards": 3}, {"id": "player3", "cards": 7}],
            "available_actions": ["play", "draw"],
            "playable_cards": ["g7", "r2"],
        },
    }


def test_dialect_1_says_card_count_and_its_version() -> None:
    game = table("hands=w,r2|r1|b1,b2 top=wb", reference=True)

    request = json.loads(session(game, "1").ask(game, 1, 5.0))

    assert list(request) == ["type", "protocol_version", "state"]
    assert request["protocol_version"] == 1
    assert request["state"]["other_players"] == [
        {"id": "player2", "card_count": 1},
        {"id": "player3", "card_count": 2},
    ]


@pytest.mark.parametrize(
    ("dialect", "hand", "top"),
    [("1.0", ["r2", "wd", "wd4"], "wdb"), ("1", ["r2", "w", "wd4"], "wb")],
)
def test_each_dialect_spells_wilds_its_way(dialect: str, hand: list[str], top: str) -> None:
    found = state(table("hands=w,r2,wd4|r1 top=wb"), dialect)

    assert found["hand"] == hand
    assert found["top_card"] == top


@pytest.mark.parametrize(("dialect", "top"), [("1.0", "wd"), ("1", "w")])
def test_on_a_starting_wild_anything_plays(dialect: str, top: str) -> None:
    found = state(table("hands=r2,b5|r1 top=w"), dialect)

    assert found["top_card"] == top
    assert found["playable_cards"] == ["b5", "r2"]


def test_a_wild_draw_four_on_the_table_shows_its_colour() -> None:
    assert state(table("hands=r2|r1 top=wd4g"))["top_card"] == "wd4g"


@pytest.mark.parametrize(
    ("war", "stack", "name", "answer"),
    [(1, 4, "war_+2", "g+2"), (2, 8, "war_wd4", "wd4")],
)
def test_a_war_is_named_and_counted(war: int, stack: int, name: str, answer: str) -> None:
    top = "r+2" if war == 1 else "wd4r"
    found = state(table(f"hands=r2,g+2,wd4|r1 top={top} pending={stack} war={war}"))

    assert found["game_state"] == name
    assert found["stacked_cards"] == stack
    assert found["playable_cards"] == [answer]
    assert found["available_actions"] == ["play", "pass"]


def test_in_a_war_without_an_answer_only_pass_is_left() -> None:
    found = state(table("hands=r2|r1 top=r+2 pending=2 war=1"))

    assert found["available_actions"] == ["pass"]
    assert found["playable_cards"] == []


def test_without_a_playable_card_only_draw_is_left() -> None:
    assert state(table("hands=b2|r1 top=r5"))["available_actions"] == ["draw"]


def test_after_a_draw_only_the_drawn_card_is_playable() -> None:
    game = table("hands=r5,r9|r1 top=r3 next=r5")
    game.apply(DRAW)

    found = state(game)

    assert found["already_picked"] is True
    assert found["picked_card"] == "r5"
    assert found["hand"] == ["r5", "r5", "r9"]
    assert found["playable_cards"] == ["r5"]
    assert found["available_actions"] == ["play", "pass"]


def test_a_drawn_card_that_does_not_play_leaves_only_pass() -> None:
    game = table("hands=b2|r1 top=r5 next=g9")
    game.apply(DRAW)

    found = state(game)

    assert (found["picked_card"], found["playable_cards"]) == ("g9", [])
    assert found["available_actions"] == ["pass"]


def test_an_empty_pile_gives_no_picked_card_and_only_pass() -> None:
    rest = ",".join(_everything_but("b2", "r5", "r1"))
    game = table(f"hands=b2,{rest}|r1 top=r5 pile=", reference=True)
    game.apply(DRAW)

    found = state(game, "1")

    assert found["already_picked"] is True
    assert found["picked_card"] is None
    assert found["available_actions"] == ["pass"]


def _everything_but(*cards: str) -> list[str]:
    from pitboss.games.uno.cards import DECK
    from pitboss.games.uno.notation import write_card

    left = [write_card(card) for card in DECK]
    for card in cards:
        left.remove(card)
    return left


def test_cards_held_twice_are_listed_twice() -> None:
    found = state(table("hands=r5,r5,w,w,wd4,wd4,b9|r1 top=r3"))

    assert found["hand"] == ["b9", "r5", "r5", "wd", "wd", "wd4", "wd4"]
    assert found["playable_cards"] == ["r5", "r5", "wd", "wd"]


def test_other_players_run_from_the_next_to_act() -> None:
    forward = state(table("hands=r5|r1|b1,b2 top=r3 turn=1"))
    backward = state(table("hands=r5|r1|b1,b2 top=r3 turn=1 direction=-1"))

    assert [other["id"] for other in forward["other_players"]] == ["player3", "player1"]
    assert [other["id"] for other in backward["other_players"]] == ["player1", "player3"]


def test_a_player_who_left_is_no_other_player() -> None:
    game = table()
    game.withdraw(1)

    assert state(game)["other_players"] == [{"id": "player3", "cards": 7}]


def test_names_are_written_as_json() -> None:
    game = table("hands=r5|r1 top=r3")
    made = JednaSession()
    made.begin(game, 0, ['a "b"\n', "é"])

    request = json.loads(made.ask(game, 1, 5.0))

    assert request["state"]["your_id"] == 'a "b"\n'
    assert request["state"]["other_players"][0]["id"] == "é"


@pytest.mark.parametrize("dialect", ["1.0", "1"])
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_requests_say_what_the_rules_say_through_whole_games(dialect: str, seats: int) -> None:
    from pitboss.games.rng import Rng

    game = UNO.new(JEDNA_REFERENCE if dialect == "1" else JEDNA, seats, seats)
    sessions = [JednaSession(dialect) for _ in range(seats)]
    for seat, made in enumerate(sessions):
        made.begin(game, seat, [f"p{n}" for n in range(seats)])
    rng = Rng(3)
    spell = sessions[0].dialect.cards
    while game.actor() >= 0:
        message = JednaClient().receive(sessions[game.turn].ask(game, 1, 5.0))
        assert isinstance(message, RequestAction)
        said = message.state
        hand = cards_in(game.hands, game.turn * STRIDE)
        assert said.hand == sorted(spell[card] for card in hand)
        legal = list(game.legal())
        assert ("play" in said.available_actions) == any(action < DRAW for action in legal)
        assert ("draw" in said.available_actions) == (DRAW in legal)
        assert ("pass" in said.available_actions) == (PASS in legal)
        assert {read_action(_plain(card)) for card in said.playable_cards} == {
            action for action in legal if action < PLAYS and action < WILD
        } | {play(card, 0) for card in (WILD, WILD_DRAW_FOUR) if play(card, 0) in legal}
        assert len(said.other_players) == seats - 1
        game.apply(game.sample(rng))


def _plain(card: str) -> str:
    return {"wd": "wr", "w": "wr", "wd4": "wd4r"}.get(card, card)


# What is told.


def told(game: UnoGame, action: str, dialect: str = "1.0", seat: int = 0) -> list[str]:
    made = session(game, dialect, seat)
    notes: list[tuple[int, ...]] = []
    game.trace = notes
    game.apply(read_action(action))
    lines = made.played(game, Ruling(0, (0,), notes=tuple(notes)))
    messages = [json.loads(line) for line in lines]
    assert all(message["type"] == "notification" for message in messages)
    return [message["message"] for message in messages]


@pytest.mark.parametrize(
    ("position", "action", "lines"),
    [
        ("hands=r1|b5,b6 top=b3 turn=1", "b5", ["player2 played b5"]),
        ("hands=r1|w,b6 top=b3 turn=1", "wg", ["player2 played wdg"]),
        ("hands=r1,r2|b5 top=b3 next=g9", "draw", ["player1 drew 1 card"]),
        ("hands=r1,r2|b5 top=b3 next=g9 drawn=r1 phase=1", "pass", ["player1 passed"]),
        (
            "hands=r1|b5 top=r+2 pending=4 war=1 next=r3,r4,r5,r6",
            "pass",
            ["player1 takes the stacked 4 cards", "player1 drew 4 cards"],
        ),
        ("hands=rs,r2|b5|b6 top=r3", "rs", ["player1 played rs", "player2 is skipped"]),
        (
            "hands=rr,r2|b5|b6 top=r3",
            "rr",
            ["player1 played rr", "player1 reversed the direction of play"],
        ),
    ],
)
def test_what_happens_is_told(position: str, action: str, lines: list[str]) -> None:
    assert told(table(position), action) == lines


def test_dialect_1_tells_wilds_in_its_spelling() -> None:
    assert told(table("hands=w,r2|b5 top=r3"), "wg", "1") == ["player1 played wg"]


def test_two_cards_together_are_told() -> None:
    game = table("hands=r5,r5,r2|b5 top=r3", reference=True)

    assert told(game, "r5 twice", "1") == ["player1 played r5 twice"]


def test_the_opening_tells_the_first_card() -> None:
    game = table()

    lines = JednaSession().begin(game, 0, NAMES)

    assert json.loads(lines[0]) == {"type": "notification", "message": "the first card is r7"}


@pytest.mark.parametrize(
    ("position", "action", "message"),
    [
        (EXAMPLE, "r9", "Invalid card: that card is not in your hand"),
        (EXAMPLE, "b5", "Invalid card: b5 does not match r7"),
        (EXAMPLE, "wd4b", "Invalid card: wd4 needs a hand without red cards"),
        (EXAMPLE, "pass", "Invalid action: you can pass only after drawing a card"),
        (
            "hands=r2,r3|r1 top=r5 drawn=r3 phase=1",
            "r2",
            "Invalid card: after drawing only the drawn card may be played",
        ),
        (
            "hands=r2,r3|r1 top=r5 drawn=r3 phase=1",
            "draw",
            "Invalid action: you have already drawn, play the drawn card or pass",
        ),
        (
            "hands=r2|r1 top=r+2 pending=2 war=1",
            "r2",
            "Invalid card: r2 does not answer the stacked 2 cards, pass to take them",
        ),
        (EXAMPLE, "r2 twice", "Invalid double_play: these rules allow one card at a time"),
    ],
)
def test_an_illegal_answer_is_explained(position: str, action: str, message: str) -> None:
    game = table(position)
    with pytest.raises(IllegalAction) as error:
        game.apply(read_action(action))

    lines = session(game).refusal("illegal", str(error.value), error.value)

    assert [json.loads(line) for line in lines] == [{"type": "error", "message": message}]


def test_the_end_names_the_winner_and_values_hands() -> None:
    game = table("hands=r2|r5,bs|w,g3 top=r7")
    made = session(game)
    game.apply(read_action("r2"))

    end = JednaClient().receive(made.end(game, NAMES)[0])

    assert end == GameEnd("player1", {"player1": 0, "player2": 25, "player3": 53})


def test_who_left_is_scored_by_the_hand_it_left_and_the_winner_by_forfeit_has_0() -> None:
    game = table("hands=r2,r9|r5,bs top=r7")
    made = session(game)
    notes: list[tuple[int, ...]] = []
    game.trace = notes
    game.withdraw(1)
    made.played(game, Ruling(1, forfeited=True, notes=tuple(notes)))

    end = JednaClient().receive(made.end(game, NAMES[:2])[0])

    assert end == GameEnd("player1", {"player1": 0, "player2": 25})


# What can't be played over this wire, and the client.


@pytest.mark.parametrize("rules", [OFFICIAL, UNO_ONLINE])
def test_rules_that_need_other_words_are_refused(rules: Any) -> None:
    game = UNO.new(rules, 2, 1)

    assert unsayable(game.rules)
    with pytest.raises(ValueError, match="no words for"):
        JednaSession().begin(game, 0, NAMES[:2])


def test_another_game_and_equal_names_are_refused() -> None:
    with pytest.raises(ValueError, match="any game but UNO"):
        JednaSession().begin(HAND.new(HAND.rules(), 2, 1), 0, NAMES[:2])
    with pytest.raises(ValueError, match="different names"):
        JednaSession().begin(table(), 0, ["a", "a", "b"])
    with pytest.raises(ValueError, match="no dialect"):
        JednaSession("2")


def test_the_client_writes_what_the_session_reads() -> None:
    client = JednaClient()

    assert json.loads(client.play("r5")) == {"action": "play", "card": "r5"}
    assert read(client.play("wd", "blue")) == Answer((read_action("wb"),))
    assert read(client.play("r2", twice=True), dialect="1") == Answer((read_action("r2 twice"),))
    assert read(client.draw()) == Answer((DRAW,))
    assert read(client.pass_()) == Answer((PASS,))
    with pytest.raises(ValueError, match="not a message"):
        client.receive(b'{"type":"what"}')
    assert msgspec.json.decode(client.draw()) == {"action": "draw"}
