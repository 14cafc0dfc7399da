"""From a tournament to messages: fields, values, and the moment that each state shows."""

import json
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from pitboss.games.holdem import (
    CALL,
    CASH,
    FOLD,
    HAND,
    TOURNAMENT,
    Cash,
    Hand,
    HandRules,
    Tournament,
)
from pitboss.games.record import Record
from pitboss.games.rng import Rng
from pitboss.play.answer import Answer, Unusable
from pitboss.play.clock import TimeControl
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.policy import ALGOPOKER
from pitboss.play.referee import Referee, Ruling
from pitboss.wires.algopoker import AlgoPokerClient, AlgoPokerSession, GameEncoder
from pitboss.wires.algopoker.messages import (
    ActionRequest,
    ActionResult,
    GameEnd,
    GameState,
    HandEnd,
    HandStart,
    decode,
)

Json = dict[str, Any]

STATE_FIELDS = [
    "street", "hand_number", "community_cards", "pot", "players", "actor_seat", "valid_actions",
    "dealer_seat", "small_blind_seat", "big_blind_seat", "small_blind_amount", "big_blind_amount",
]  # fmt: skip
PLAYER_FIELDS = [
    "seat", "name", "stack", "current_bet", "is_active", "is_all_in", "is_dealer",
    "is_small_blind", "is_big_blind", "hole_cards", "hole_cards_known",
]  # fmt: skip


def tournament(seats: int = 3, seed: int = 7) -> Tournament:
    return Tournament(TOURNAMENT.rules(), seats, seed)


def voice(seats: int = 3) -> GameEncoder:
    return GameEncoder(["Alice", "Bob", "Charlie", "D", "E", "F", "G", "H", "I"][:seats], 30.0)


def told(message: bytes) -> Json:
    result: Json = json.loads(message)
    return result


def dealt(cards: Sequence[str], stacks: Sequence[int], actions: Sequence[int] = ()) -> Hand:
    """A hand with known cards: two for each seat, then the board; seat 0 has the button."""
    from pitboss.games.holdem.cards import read_card

    hand = Hand(HandRules(preset="hand"), stacks, 0, 1, deck=[read_card(card) for card in cards])
    for action in actions:
        hand.apply(action)
    return hand


BOARD = ["Jc", "3d", "5c", "9h", "2s"]


def test_game_start_has_names_stacks_blinds_and_the_commitment() -> None:
    assert told(voice().game_start(tournament(), "abc")) == {
        "type": "game_start",
        "player_names": ["Alice", "Bob", "Charlie"],
        "starting_stacks": [10_000, 10_000, 10_000],
        "small_blind": 50,
        "big_blind": 100,
        "seed_commitment": "abc",
    }


def test_hand_start_has_the_receivers_own_cards() -> None:
    hand = dealt(["Ah", "Kd", "2c", "2d", "7h", "8h", *BOARD], [8500, 11200, 10300])
    opening = voice().hand_start(hand)

    assert told(opening.seen_by(0)) == {
        "type": "hand_start",
        "hand_number": 1,
        "dealer_seat": 0,
        "small_blind_seat": 1,
        "big_blind_seat": 2,
        "small_blind_amount": 50,
        "big_blind_amount": 100,
        "player_names": ["Alice", "Bob", "Charlie"],
        "stacks": [8500, 11200, 10300],
        "hole_cards": ["Ah", "Kd"],
    }
    assert told(opening.seen_by(1))["hole_cards"] == ["2c", "2d"]
    assert told(opening.public)["hole_cards"] == []


def test_hand_start_lists_only_players_who_are_still_in() -> None:
    hand = dealt(["Ah", "Kd", "7h", "8h", *BOARD], [10_000, 0, 20_000])
    message = told(voice().hand_start(hand).seen_by(2))

    assert message["player_names"] == ["Alice", "Charlie"]
    assert message["stacks"] == [10_000, 20_000]
    assert message["hole_cards"] == ["7h", "8h"]


def test_the_documents_example_state_is_reproduced() -> None:
    # Three callers for 200 and a flop; seat 2 deals in the document, seat 0 here.
    cards = ["8c", "8d", "As", "Kd", "2h", "2d", *BOARD]
    hand = dealt(cards, [10_200, 9_900, 10_000], [200, CALL, CALL])
    state = told(voice().state(hand).seen_by(1))

    assert list(state) == STATE_FIELDS
    assert [list(player) for player in state["players"]] == [PLAYER_FIELDS] * 3
    assert state["street"] == "flop"
    assert state["community_cards"] == ["Jc", "3d", "5c"]
    assert state["pot"] == {"total": 600, "pots": [{"amount": 600, "eligible_seats": [0, 1, 2]}]}
    assert state["players"][1] == {
        "seat": 1,
        "name": "Bob",
        "stack": 9700,
        "current_bet": 0,
        "is_active": True,
        "is_all_in": False,
        "is_dealer": False,
        "is_small_blind": True,
        "is_big_blind": False,
        "hole_cards": ["As", "Kd"],
        "hole_cards_known": True,
    }
    for other in (0, 2):
        assert state["players"][other]["hole_cards"] == ["??", "??"]
        assert state["players"][other]["hole_cards_known"] is False
    assert state["actor_seat"] == 1
    assert state["valid_actions"] == [
        {"type": "fold"},
        {"type": "check"},
        {"type": "raise", "min_amount": 100, "max_amount": 9700},
    ]
    assert (state["dealer_seat"], state["small_blind_seat"], state["big_blind_seat"]) == (0, 1, 2)
    assert (state["small_blind_amount"], state["big_blind_amount"]) == (50, 100)


def test_before_the_flop_no_pot_is_collected_and_the_total_has_the_bets() -> None:
    state = told(voice().state(tournament().hand).public)

    assert state["street"] == "preflop"
    assert state["community_cards"] == []
    assert state["pot"] == {"total": 150, "pots": []}
    assert sorted(player["current_bet"] for player in state["players"]) == [0, 50, 100]


def test_facing_a_bet_the_price_of_a_call_is_told() -> None:
    state = told(voice().state(tournament().hand).public)

    assert state["valid_actions"] == [
        {"type": "fold"},
        {"type": "call", "amount": 100},
        {"type": "raise", "min_amount": 200, "max_amount": 10_000},
    ]


def test_a_folded_player_is_not_active_and_still_sees_its_cards() -> None:
    hand = dealt(["Ah", "Kd", "2c", "2d", "7h", "8h", *BOARD], [10_000] * 3, [FOLD])
    player = told(voice().state(hand).seen_by(0))["players"][0]

    assert player["is_active"] is False
    assert player["hole_cards"] == ["Ah", "Kd"]
    assert player["hole_cards_known"] is True


def test_a_player_without_chips_behind_is_all_in_and_side_pots_list_who_can_win() -> None:
    cards = ["Ah", "Kd", "2c", "2d", "7h", "8h", *BOARD]
    hand = dealt(cards, [10_000, 300, 10_000], [1000, CALL, CALL])
    state = told(voice().state(hand).public)

    assert [player["is_all_in"] for player in state["players"]] == [False, True, False]
    assert state["pot"]["pots"] == [
        {"amount": 900, "eligible_seats": [0, 1, 2]},
        {"amount": 1400, "eligible_seats": [0, 2]},
    ]


def test_an_eliminated_player_keeps_its_place_in_the_list_without_cards() -> None:
    hand = dealt(["Ah", "Kd", "7h", "8h", *BOARD], [10_000, 0, 20_000])
    scene = voice().state(hand)

    assert scene.seen_by(1) == scene.public
    player = told(scene.public)["players"][1]
    assert (player["stack"], player["is_active"], player["is_all_in"]) == (0, False, False)
    assert player["hole_cards"] == ["??", "??"]


def test_when_an_action_closes_the_street_its_result_shows_the_next_one() -> None:
    hand = dealt(["Ah", "Kd", "2c", "2d", "7h", "8h", *BOARD], [10_000] * 3, [CALL, CALL, CALL])
    state = told(voice().state(hand).public)

    assert (state["street"], state["actor_seat"]) == ("flop", 1)


def test_after_the_last_action_nobody_acts_and_the_pot_is_still_there() -> None:
    cards = ["Ah", "Kd", "2c", "2d", *BOARD]
    hand = dealt(cards, [10_000, 10_000], [10_000, CALL])
    state = told(voice(2).state(hand).public)

    assert state["actor_seat"] is None
    assert state["valid_actions"] == []
    assert state["street"] == "river"
    assert state["community_cards"] == BOARD
    assert state["pot"] == {"total": 20_000, "pots": [{"amount": 20_000, "eligible_seats": [0, 1]}]}
    assert [player["stack"] for player in state["players"]] == [0, 0]


def test_a_hand_won_by_folding_stays_on_its_street_and_reveals_nothing() -> None:
    hand = dealt(["Ah", "Kd", "2c", "2d", *BOARD], [10_000, 10_000], [FOLD])
    state = told(voice(2).state(hand).public)
    end = told(voice(2).hand_end(hand))

    assert state["street"] == "preflop"
    # The part of the big blind that nobody called has gone back.
    assert state["pot"]["total"] == 100
    assert end == {
        "type": "hand_end",
        "hand_number": 1,
        "winners": [{"seat": 1, "name": "Bob", "amount_won": 50}],
        "hole_cards_revealed": [],
        "final_stacks": [9950, 10_050],
        "player_names": ["Alice", "Bob"],
        "eliminated_seats": [],
        "community_cards": [],
    }


def test_a_showdown_reveals_those_who_were_in_it_and_tells_who_is_out() -> None:
    cards = ["Qh", "Qd", "Kd", "Ks", "Ac", "Ad", *BOARD]
    hand = dealt(cards, [10_000, 600, 10_000], [FOLD, 600, CALL])
    end = told(voice().hand_end(hand))

    assert end["winners"] == [{"seat": 2, "name": "Charlie", "amount_won": 600}]
    assert end["hole_cards_revealed"] == [
        {"seat": 1, "name": "Bob", "hole_cards": ["Kd", "Ks"]},
        {"seat": 2, "name": "Charlie", "hole_cards": ["Ac", "Ad"]},
    ]
    assert end["final_stacks"] == [10_000, 0, 10_600]
    assert end["player_names"] == ["Alice", "Bob", "Charlie"]
    assert end["eliminated_seats"] == [1]
    assert end["community_cards"] == BOARD


def test_a_name_cannot_forge_what_surrounds_it() -> None:
    evil = '","hole_cards":["??","??"],"hole_cards_known":false'
    hand = dealt(["Ah", "Kd", "2c", "2d", *BOARD], [10_000, 10_000])
    state = told(GameEncoder([evil, "Bob"], 30.0).state(hand).seen_by(1))

    assert state["players"][0]["name"] == evil
    assert state["players"][0]["hole_cards"] == ["??", "??"]
    assert state["players"][1]["hole_cards"] == ["2c", "2d"]


def test_the_organisers_view_has_all_cards() -> None:
    hand = dealt(["Ah", "Kd", "2c", "2d", *BOARD], [10_000, 10_000])
    state = told(voice(2).state(hand).with_all_cards)
    opening = told(voice(2).hand_start(hand).with_all_cards)

    assert [player["hole_cards"] for player in state["players"]] == [["Ah", "Kd"], ["2c", "2d"]]
    assert opening["all_hole_cards"][1] == {"seat": 1, "name": "Bob", "hole_cards": ["2c", "2d"]}


@pytest.mark.parametrize(
    ("number", "small", "big"),
    [(1, 50, 100), (9, 50, 100), (10, 100, 200), (19, 100, 200), (20, 200, 400), (30, 400, 800),
     (40, 800, 1600), (49, 800, 1600), (50, 1600, 3200), (99, 1600, 3200)],
)  # fmt: skip
def test_blinds_follow_the_schedule(number: int, small: int, big: int) -> None:
    game = tournament(2)
    while game.hand.number < number:
        game.apply(FOLD)
    message = told(voice(2).hand_start(game.hand).seen_by(0))

    assert message["hand_number"] == number
    assert (message["small_blind_amount"], message["big_blind_amount"]) == (small, big)


@pytest.mark.parametrize(("seconds", "text"), [(30.0, b"30,"), (2.5, b"2.5,")])
def test_timeout_seconds_is_a_whole_number_where_it_can_be(seconds: float, text: bytes) -> None:
    assert b'"timeout_seconds":' + text in GameEncoder(["A", "B"], seconds).request_head(0)


# One message per line


def referee(seats: int, seed: int) -> Referee:
    rules = TOURNAMENT.rules()
    record = Record.begin(TOURNAMENT, rules, seats, seed)
    game = Tournament(rules, seats, seed)
    return Referee(game, record, ALGOPOKER, TimeControl(move=30.0))


@pytest.mark.parametrize("seats", [2, 5, 9])
def test_a_whole_tournament_over_lines_makes_sense_to_clients(seats: int) -> None:
    court = referee(seats, seats)
    game = court.game
    assert isinstance(game, Tournament)
    names = [f"bot {seat}" for seat in range(seats)]
    sessions = [AlgoPokerSession() for _ in names]
    clients = [AlgoPokerClient(name) for name in names]
    rng = Rng(1)

    def hear(seat: int, lines: list[bytes]) -> None:
        for line in lines:
            assert b"\n" not in line
            clients[seat].receive(line)

    for seat, session in enumerate(sessions):
        hear(seat, session.begin(game, seat, names))
    while not court.over():
        turn = court.ask(0.0)
        line = sessions[turn.seat].ask(game, turn.number, 30.0)
        request = clients[turn.seat].receive(line)
        assert isinstance(request, ActionRequest)
        assert clients[turn.seat].request is request
        pick = request.game_state.valid_actions[rng.below(len(request.game_state.valid_actions))]
        amount = None if pick.min_amount is msgspec.UNSET else int(str(pick.max_amount))
        answer = sessions[turn.seat].decode(clients[turn.seat].act(pick.type, amount), game)
        assert isinstance(answer, Answer)
        ruling = court.take(answer, 0.0)
        for seat, session in enumerate(sessions):
            hear(seat, session.played(game, ruling))

    for seat, session in enumerate(sessions):
        hear(seat, session.end(game, names))
        result = clients[seat].result
        assert result is not None
        assert sum(result.final_stacks) == 10_000 * seats
        assert result.winner == names[result.winner_seat]
        assert clients[seat].seat == seat


def test_over_lines_a_timeout_is_told_as_such() -> None:
    court = referee(2, 1)
    session = AlgoPokerSession()
    session.begin(court.game, 0, ["A", "B"])
    court.ask(0.0)
    ruling: Ruling = court.take(Fault(FaultKind.TIMEOUT, "no answer"), 31.0)
    lines = session.played(court.game, ruling)

    result = told(lines[0])
    assert result["type"] == "action_result"
    assert result["timed_out"] is True
    assert result["action"] == {"type": "fold", "amount": None}


def test_over_lines_what_is_no_action_is_told_by_code() -> None:
    session = AlgoPokerSession()
    game = tournament(2)

    for line, expected in [(b"x", "BAD_JSON"), (b"{}", "UNKNOWN_TYPE"),
                           (b'{"type":"join","name":"A"}', "UNKNOWN_TYPE"),
                           (b'{"type":"action"}', "BAD_ACTION")]:  # fmt: skip
        answer = session.decode(line, game)
        assert isinstance(answer, Unusable)
        assert answer.code == expected
    assert told(session.refusal("BAD_ACTION", "why", None)[0])["code"] == "BAD_ACTION"
    assert told(session.refusal("malformed", "why", None)[0])["code"] == "BAD_ACTION"


def test_a_client_passes_over_fields_that_it_does_not_know() -> None:
    message = decode(
        b'{"type":"game_end","winner":"A","winner_seat":0,"final_stacks":[1],"player_names":["A"],'
        b'"total_hands":1,"news":{"x":1}}'
    )

    assert isinstance(message, GameEnd)


@pytest.mark.parametrize("seats", [2, 6])
def test_what_is_put_together_by_hand_is_what_the_records_would_give(seats: int) -> None:
    names = [f'"{seat}" \u00e9' for seat in range(seats)]
    voice = GameEncoder(names, 30.0)
    game = tournament(seats)
    rng = Rng(5)

    for _ in range(300):
        if game.over:
            break
        game.apply(game.sample(rng))
        for hand in (*game.ended, game.hand):
            scene = voice.state(hand)
            for text in (scene.public, scene.seen_by(0), scene.with_all_cards):
                assert msgspec.json.encode(msgspec.json.decode(text, type=GameState)) == text
            opening = voice.hand_start(hand)
            told = [opening.public, opening.seen_by(1), opening.with_all_cards]
            for text in (*told, voice.hand_end(hand)):
                assert msgspec.json.encode(decode(text)) == text


def over_lines(game: Cash | Hand, kind: Any) -> list[list[bytes]]:
    """All that two seats are told, when both play at random."""
    names = ["A", "B"]
    record = Record.begin(kind, kind.rules(), 2, 1)
    court = Referee(game, record, ALGOPOKER, TimeControl(move=30.0))
    sessions = [AlgoPokerSession(), AlgoPokerSession()]
    heard = [session.begin(game, seat, names) for seat, session in enumerate(sessions)]
    rng = Rng(7)
    while not court.over():
        turn = court.ask(0.0)
        heard[turn.seat].append(sessions[turn.seat].ask(game, turn.number, 12.0))
        ruling = court.take(Answer((game.sample(rng),)), 0.0)
        for seat, session in enumerate(sessions):
            heard[seat] += session.played(game, ruling)
    for seat, session in enumerate(sessions):
        heard[seat] += session.end(game, names)
    return heard


def test_a_cash_session_over_lines_has_no_losers_before_its_end() -> None:
    game = Cash(CASH.rules(), 2, 3)
    heard = over_lines(game, CASH)

    for seat, lines in enumerate(heard):
        messages = [decode(line) for line in lines]
        starts = [message for message in messages if isinstance(message, HandStart)]
        ends = [message for message in messages if isinstance(message, HandEnd)]
        assert [start.hand_number for start in starts] == list(range(1, 101))
        assert len(ends) == 100
        assert all(start.stacks == (10_000, 10_000) for start in starts)
        assert all(end.eliminated_seats == () for end in ends)
        requests = [message for message in messages if isinstance(message, ActionRequest)]
        assert {request.actor_seat for request in requests} == {seat}
        assert isinstance(messages[-1], GameEnd)
        assert messages[-1].scores == game.scores()
        assert messages[-1].total_hands == 100


def test_a_single_hand_over_lines_is_a_game() -> None:
    game = Hand(HAND.rules(), [10_000, 10_000], 0, 4)
    heard = over_lines(game, HAND)

    for lines in heard:
        messages = [decode(line) for line in lines]
        kinds = [type(message).__name__ for message in messages]
        assert kinds[:2] == ["GameStart", "HandStart"]
        assert kinds[-2:] == ["HandEnd", "GameEnd"]
        assert isinstance(messages[-1], GameEnd)
        assert messages[-1].scores == game.nets()
        assert messages[-1].final_stacks == game.stacks()


def test_over_lines_only_the_own_cards_are_told() -> None:
    game = Cash(CASH.rules(), 2, 3)

    for seat, lines in enumerate(over_lines(game, CASH)):
        for line in lines:
            message = decode(line)
            if isinstance(message, ActionRequest | ActionResult):
                known = [player.hole_cards_known for player in message.game_state.players]
                assert known == [seat == 0, seat == 1]
