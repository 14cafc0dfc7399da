"""Sixty recorded games of Jedna's reference engine, followed step by step."""

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pitboss.games.game import IllegalAction
from pitboss.games.uno import JEDNA_REFERENCE, UNO, UnoGame
from pitboss.games.uno.actions import DRAW, PASS, PLAYS, play, played_card
from pitboss.games.uno.cards import NO_CARD, WILD
from pitboss.games.uno.hands import STRIDE, cards_in, worth
from pitboss.games.uno.notation import COLOUR_LETTERS, read_card, write_card
from pitboss.games.uno.table import FOUR_WAR, OVER, TWO_WAR

RECORDING = Path(__file__).parents[1] / "data" / "jedna-reference-60.jsonl.gz"
GAMES = [json.loads(line) for line in gzip.decompress(RECORDING.read_bytes()).splitlines()]

# The reference paints a wild in the hand before it finds that the drawn one should be played. With
# two wilds in hand the first is painted, the play is then refused, and the painted card stays in
# the hand as `wy`, which is no card. We play the drawn wild.
PAINTED_WILD_QUIRK = {(8, 3), (8, 4)}


def set_up(full: dict[str, Any], players: list[str]) -> UnoGame:
    """Our game in a recorded position."""
    order = [players.index(name) for name in full["order"]]
    forward = (order[0] + 1) % len(players) == order[1] or len(players) == 2
    hands = "|".join(",".join(map(plain, full["hands"][name])) for name in players)
    discards = ",".join(map(plain, full["discard"][:-1]))
    war = full["state"] - 1 if full["state"] > 1 else 0
    return UNO.set_up(
        JEDNA_REFERENCE,
        f"hands={hands} top={full['discard'][-1]} turn={order[0]} direction={1 if forward else -1}"
        f" next={','.join(full['draw_pile'])} pile= discards={discards}"
        f" pending={full['stacked']} war={war}",
    )


def plain(card: str) -> str:
    """A card without the colour that a wild named."""
    return card.rstrip("rgby") if card[0] == "w" else card


def seat_order(game: UnoGame) -> list[int]:
    return [(game.turn + game.direction * step) % game.players for step in range(game.players)]


def hand_of(game: UnoGame, seat: int) -> list[str]:
    return sorted(write_card(card) for card in cards_in(game.hands, seat * STRIDE))


def assert_same_position(game: UnoGame, full: dict[str, Any], players: list[str]) -> None:
    if game.players > 2:
        assert seat_order(game) == [players.index(name) for name in full["order"]]
    else:
        assert game.turn == players.index(full["order"][0])
    for name in players:
        assert hand_of(game, players.index(name)) == sorted(map(plain, full["hands"][name]))
    pile = game.pile
    drawn_next = [*pile.fixed_top(), *pile.loose_cards(), *pile.fixed_bottom()]
    assert [write_card(card) for card in drawn_next] == full["draw_pile"]
    assert [write_card(card) for card in pile.discards()] == list(map(plain, full["discard"][:-1]))
    assert write_card(game.top, game.colour) == full["discard"][-1]
    assert game.pending == full["stacked"]


def assert_same_request(game: UnoGame, state: dict[str, Any]) -> None:
    legal = list(game.legal())
    wars = {TWO_WAR: "war_+2", FOUR_WAR: "war_wd4"}
    assert wars.get(game.war, "normal") == state["game_state"]
    hand = sorted(map(plain, state["hand"]))
    assert hand_of(game, game.turn) == hand
    singles = {played_card(action) for action in legal if action < PLAYS}
    playable = [card for card in hand if read_card(card) in singles]
    if state["already_picked"]:
        # After a draw the reference names the drawn card once, however many are in hand.
        playable = playable[:1]
    assert playable == sorted(map(plain, state["playable_cards"]))
    actions = {
        "play" if action < DRAW else {DRAW: "draw", PASS: "pass"}[action] for action in legal
    }
    assert actions == set(state["available_actions"])
    assert (game.phase == 1) == state["already_picked"]
    picked = write_card(game.drawn) if game.drawn != NO_CARD else None
    assert picked == state["picked_card"]


def our_action(action: dict[str, Any]) -> int:
    """The recorded answer as our action; -1 for what isn't one."""
    match action["action"]:
        case "draw":
            return DRAW
        case "pass":
            return PASS
        case "play":
            try:
                card = read_card(action["card"])
            except ValueError:
                return -1
            if card >= WILD and "wild_color" not in action:
                return -1
            colour = COLOUR_LETTERS.index(action["wild_color"][0]) if card >= WILD else -1
            return play(card, colour, 2 if action.get("double_play") else 1)
    return -1


def recover(game: UnoGame) -> None:
    """What the reference does for a player whose answer it refused: draw, then pass."""
    seat, moves = game.turn, 0
    while game.turn == seat and game.phase != OVER and moves < 2:
        before = game.phase
        game.apply(game.fallback())
        moves += 1
        if before == 1 or game.phase != 1:
            break


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_every_step_agrees_with_the_reference_engine(number: int) -> None:
    recorded = GAMES[number]
    players = recorded["players"]
    game = set_up(recorded["steps"][0]["full"], players)
    quirks = 0

    for index, step in enumerate(recorded["steps"]):
        if (number, index) in PAINTED_WILD_QUIRK:
            quirks += 1
            if step["action"] == "recover":
                game = set_up(recorded["steps"][index + 1]["full"], players)
            continue
        assert_same_position(game, step["full"], players)
        assert_same_request(game, step["request"]["state"])
        if step["action"] == "recover":
            recover(game)
        elif step["result"]["ok"]:
            game.apply(our_action(step["action"]))
        else:
            before = game.state()
            with pytest.raises(IllegalAction):
                game.apply(our_action(step["action"]))
            assert game.state() == before

    assert quirks == sum(1 for quirk in PAINTED_WILD_QUIRK if quirk[0] == number)
    if recorded["end"] is None:
        assert game.actor() >= 0
        return
    assert game.actor() == -1
    scores = {name: worth(game.hands, seat * STRIDE) for seat, name in enumerate(players)}
    assert scores == recorded["end"]["scores"]
    winner = players.index(recorded["end"]["winner"])
    assert game.result().places[winner] == 1
    if game.result().reason == "went-out":
        assert game.scores[winner] == recorded["end"]["points"]


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_the_deal_and_the_first_card_follow_the_recorded_deck(number: int) -> None:
    recorded = GAMES[number]
    first = recorded["steps"][0]["full"]
    deck = recorded["deck"]
    count = len(recorded["players"])

    assert Counter(map(read_card, deck)) == Counter(UNO_DECK)
    assert first["discard"] == deck[:1]
    for seat, name in enumerate(recorded["players"]):
        assert sorted(first["hands"][name]) == sorted(deck[1 + 7 * seat : 8 + 7 * seat])
    assert first["draw_pile"] == deck[1 + 7 * count :]
    assert "+2" not in deck[0]
    assert deck[0] != "wd4"


UNO_DECK = [read_card(card) for card in GAMES[0]["deck"]]
