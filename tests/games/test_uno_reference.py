"""Sixty recorded games of Jedna's reference engine, followed step by step."""

from collections import Counter
from typing import Any

import pytest
from jedna_reference import GAMES, PAINTED_WILD_QUIRK, our_action, plain, recover, set_up

from pitboss.games.game import IllegalAction
from pitboss.games.uno import UnoGame
from pitboss.games.uno.actions import DRAW, PASS, PLAYS, played_card
from pitboss.games.uno.cards import NO_CARD
from pitboss.games.uno.hands import STRIDE, cards_in, worth
from pitboss.games.uno.notation import read_card, write_card
from pitboss.games.uno.table import FOUR_WAR, TWO_WAR


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
